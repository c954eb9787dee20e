#include "widgets/models/json_model.h"

#include "core/base/number_text.h"
#include "core/values/text.h"

#include <vector>

namespace vitrine {
namespace {

constexpr std::size_t kLongestText = 400;

QString valueText(const nlohmann::json& value) {
    switch (value.type()) {
    case nlohmann::json::value_t::object: return QObject::tr("%n field(s)", nullptr, static_cast<int>(value.size()));
    case nlohmann::json::value_t::array: return QObject::tr("%n item(s)", nullptr, static_cast<int>(value.size()));
    case nlohmann::json::value_t::string: {
        const auto& text = value.get_ref<const std::string&>();
        return text.size() <= kLongestText
                   ? toQString(text)
                   : toQString(std::string_view(text).substr(0, kLongestText)) + QStringLiteral("…");
    }
    case nlohmann::json::value_t::number_float:
        return toQString(numberText(value.get<double>())).replace(QLatin1Char('-'), QChar(0x2212));
    case nlohmann::json::value_t::number_integer:
    case nlohmann::json::value_t::number_unsigned:
        return toQString(value.dump()).replace(QLatin1Char('-'), QChar(0x2212));
    case nlohmann::json::value_t::boolean: return value.get<bool>() ? QObject::tr("yes") : QObject::tr("no");
    case nlohmann::json::value_t::null: return QStringLiteral("–");
    default: break;
    }
    return {};
}

} // namespace

struct JsonModel::Node {
    const nlohmann::json* value = nullptr;
    Node* parent = nullptr;
    int row = 0;
    QString name;
    std::vector<std::unique_ptr<Node>> children;
    bool opened = false;

    int childCount() const { return value && value->is_structured() ? static_cast<int>(value->size()) : 0; }
    void open() {
        if (opened)
            return;
        opened = true;
        children.reserve(static_cast<std::size_t>(childCount()));
        if (value && value->is_object()) {
            for (const auto& [key, child] : value->items())
                add(child, toQString(key));
        } else if (value && value->is_array()) {
            for (std::size_t i = 0; i < value->size(); ++i)
                add((*value)[i], QString::number(i));
        }
    }
    void add(const nlohmann::json& child, QString childName) {
        auto node = std::make_unique<Node>();
        node->value = &child;
        node->parent = this;
        node->row = static_cast<int>(children.size());
        node->name = std::move(childName);
        children.push_back(std::move(node));
    }
};

JsonModel::JsonModel(QObject* parent) : QAbstractItemModel(parent), m_root(std::make_unique<Node>()) {}

JsonModel::~JsonModel() = default;

void JsonModel::setDocument(std::shared_ptr<const void> owner, const nlohmann::json* document) {
    beginResetModel();
    m_owner = std::move(owner);
    m_root = std::make_unique<Node>();
    m_root->value = document;
    endResetModel();
}

JsonModel::Node* JsonModel::nodeOf(const QModelIndex& index) const {
    return index.isValid() ? static_cast<Node*>(index.internalPointer()) : m_root.get();
}

QModelIndex JsonModel::index(int row, int column, const QModelIndex& parent) const {
    if (parent.isValid() && parent.column() != 0)
        return {};
    Node* node = nodeOf(parent);
    if (row < 0 || row >= node->childCount() || column < 0 || column > 1)
        return {};
    node->open();
    return createIndex(row, column, node->children[static_cast<std::size_t>(row)].get());
}

QModelIndex JsonModel::parent(const QModelIndex& child) const {
    const Node* node = nodeOf(child);
    if (!child.isValid() || !node->parent || node->parent == m_root.get())
        return {};
    return createIndex(node->parent->row, 0, node->parent);
}

int JsonModel::rowCount(const QModelIndex& parent) const {
    return parent.column() > 0 ? 0 : nodeOf(parent)->childCount();
}

int JsonModel::columnCount(const QModelIndex&) const {
    return 2;
}

QVariant JsonModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    const Node* node = nodeOf(index);
    if (role == Qt::DisplayRole || role == Qt::ToolTipRole)
        return index.column() == 0 ? node->name : valueText(*node->value);
    return {};
}

QVariant JsonModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == 0 ? tr("Field") : tr("Value");
}

} // namespace vitrine
