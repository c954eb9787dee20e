#include "core/data/cell_builder.h"

namespace vitrine {

/// Makes `type` the type of the column if the cells so far allow it; all before were missing or, for reals, integers.
bool CellBuilder::settle(ColumnType type) {
    if (m_type == type)
        return true;
    if (m_type && !(m_type == ColumnType::integer && type == ColumnType::real))
        return false;
    switch (type) {
    case ColumnType::boolean: m_booleans.resize(m_size); break;
    case ColumnType::integer: m_integers.resize(m_size); break;
    case ColumnType::real:
        m_reals.assign(m_integers.begin(), m_integers.end());
        m_reals.resize(m_size);
        m_integers.clear();
        break;
    case ColumnType::text: m_texts.resize(m_size); break;
    }
    m_type = type;
    return true;
}

/// Counts the cell that was put behind the others.
void CellBuilder::added() {
    if (!m_valid.empty() && m_size % 64 == 0)
        m_valid.push_back(~std::uint64_t{0});
    ++m_size;
}

bool CellBuilder::addBoolean(bool value) {
    if (!settle(ColumnType::boolean))
        return false;
    m_booleans.push_back(value ? 1 : 0);
    added();
    return true;
}

bool CellBuilder::addInteger(std::int64_t value) {
    if (m_type == ColumnType::real)
        return addReal(static_cast<double>(value));
    if (!settle(ColumnType::integer))
        return false;
    m_integers.push_back(value);
    added();
    return true;
}

bool CellBuilder::addReal(double value) {
    if (!settle(ColumnType::real))
        return false;
    m_reals.push_back(value);
    added();
    return true;
}

bool CellBuilder::addText(std::string value) {
    if (!settle(ColumnType::text))
        return false;
    m_texts.push_back(std::move(value));
    added();
    return true;
}

void CellBuilder::addMissing() {
    padTo(m_size + 1);
}

void CellBuilder::resizeCells() {
    if (!m_type)
        return;
    switch (*m_type) {
    case ColumnType::boolean: m_booleans.resize(m_size); break;
    case ColumnType::integer: m_integers.resize(m_size); break;
    case ColumnType::real: m_reals.resize(m_size); break;
    case ColumnType::text: m_texts.resize(m_size); break;
    }
}

void CellBuilder::padTo(std::size_t size) {
    if (size <= m_size)
        return;
    if (m_valid.empty())
        m_valid.assign((m_size + 63) / 64, ~std::uint64_t{0});
    m_valid.resize((size + 63) / 64, ~std::uint64_t{0});
    for (; m_size < size; ++m_size)
        m_valid[m_size / 64] &= ~(std::uint64_t{1} << (m_size % 64));
    resizeCells();
}

void CellBuilder::widenTo(ColumnType type) {
    if (!m_type || (type == ColumnType::real && m_type == ColumnType::integer)) {
        settle(type);
        return;
    }
    if (*m_type >= type)
        return;
    if (type == ColumnType::text) {
        const Column cells = take({});
        m_texts.resize(m_size);
        for (std::size_t row = 0; row < m_size; ++row)
            m_texts[row] = cells.cellText(row);
        m_valid.assign(cells.validity().begin(), cells.validity().end());
    } else if (type == ColumnType::real) {
        m_reals.assign(m_booleans.begin(), m_booleans.end());
    } else {
        m_integers.assign(m_booleans.begin(), m_booleans.end());
    }
    m_booleans = {};
    m_type = type;
}

Column CellBuilder::take(std::string name) {
    if (!m_type)
        settle(ColumnType::real);
    Column::Data data;
    switch (*m_type) {
    case ColumnType::boolean: data = std::move(m_booleans); break;
    case ColumnType::integer: data = std::move(m_integers); break;
    case ColumnType::real: data = std::move(m_reals); break;
    case ColumnType::text: data = std::move(m_texts); break;
    }
    Column column(std::move(name), std::move(data));
    column.setValidity(std::move(m_valid));
    return column;
}

} // namespace vitrine
