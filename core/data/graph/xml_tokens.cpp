#include "core/data/graph/xml_tokens.h"

#include "core/data/csv/text_decoder.h"
#include "core/data/message_text.h"

#include <algorithm>
#include <cstring>

namespace vitrine {
namespace {

constexpr std::size_t kMaxDepth = 1'000;
constexpr std::size_t kTokensPerReport = std::size_t{1} << 14;

} // namespace

bool startsAsXml(std::string_view head, std::string_view element) {
    std::string narrow;
    if (head.starts_with("\xFF\xFE") || head.starts_with("\xFE\xFF")) {
        std::copy_if(head.begin() + 2, head.end(), std::back_inserter(narrow), [](char c) { return c != '\0'; });
        head = narrow;
    }
    const std::size_t first = head.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    if (first == std::string_view::npos || head[first] != '<')
        return false;
    for (std::size_t at = head.find(element); at != std::string_view::npos; at = head.find(element, at + 1)) {
        const std::size_t end = at + element.size();
        const bool opens = head[at - 1] == '<' || head[at - 1] == ':';
        if (opens && (end == head.size() || std::string_view(" \t\r\n>/").find(head[end]) != std::string_view::npos))
            return true;
    }
    return false;
}

void appendUtf8(std::string& out, QStringView text) {
    const auto isAscii = [](QChar c) { return c.unicode() < 128; };
    if (std::all_of(text.begin(), text.end(), isAscii)) { // nearly always, and much cheaper
        for (const QChar c : text)
            out += static_cast<char>(c.unicode());
        return;
    }
    const QByteArray bytes = text.toUtf8();
    out.append(bytes.constData(), static_cast<std::size_t>(bytes.size()));
}

qint64 XmlTokens::Bytes::readData(char* into, qint64 most) {
    if (m_stop.stop_requested())
        return -1;
    const std::size_t count = std::min(static_cast<std::size_t>(most), m_bytes.size() - m_done);
    if (count == 0)
        return -1;
    std::memcpy(into, m_bytes.data() + m_done, count);
    m_done += count;
    return static_cast<qint64>(count);
}

XmlTokens::XmlTokens(std::string_view bytes, std::string name, const ReadContext& context)
    : m_name(std::move(name)), m_context(context), m_size(bytes.size()), m_bytes(bytes, context.stop) {
    m_bytes.open(QIODevice::ReadOnly | QIODevice::Unbuffered);
    m_xml.setDevice(&m_bytes);
}

XmlTokens::Kind XmlTokens::fail(const std::string& what, ErrorCode code) {
    m_error = makeError(code, m_name + ':' + std::to_string(line()) + ": " + what);
    return Kind::failed;
}

/// The sentence for what the parser refuses.
XmlTokens::Kind XmlTokens::parserError() {
    if (m_context.stop.stop_requested())
        return fail("reading was cancelled", ErrorCode::cancelled);
    if (m_xml.error() == QXmlStreamReader::PrematureEndOfDocumentError)
        return fail("the XML text ends too early, the file is cut off");
    std::string why;
    appendUtf8(why, m_xml.errorString());
    if (m_hasEntities && why.find("ntity") != std::string::npos)
        return fail("the entities of the document type grow too large or contain each other, expected plain text");
    if (why.find("ncorrectly encoded") != std::string::npos) {
        // The parser decodes ahead of the line that it stands in.
        const std::size_t bad = findInvalidUtf8(m_bytes.all());
        const std::string where = bad < m_size ? ':' + std::to_string(lineAt(m_bytes.all(), bad)) : std::string();
        m_error =
            makeError(ErrorCode::parse, m_name + where +
                                            ": the text does not fit its encoding, expected UTF-8 or what the first "
                                            "line says");
        return Kind::failed;
    }
    while (!why.empty() && (why.back() == '.' || why.back() == ' '))
        why.pop_back();
    return fail("this is not well-formed XML: " + why);
}

bool XmlTokens::keepGoing() {
    if (++m_tokens % kTokensPerReport != 0)
        return true;
    if (m_context.stop.stop_requested())
        return false;
    m_context.progress(static_cast<double>(m_bytes.done()) / static_cast<double>(m_size), "Reading graphs");
    return true;
}

XmlTokens::Kind XmlTokens::next() {
    if (m_left) {
        --m_depth;
        m_left = false;
    }
    while (true) {
        const QXmlStreamReader::TokenType token = m_xml.readNext();
        if (token == QXmlStreamReader::Invalid || !keepGoing())
            return parserError();
        switch (token) {
        case QXmlStreamReader::StartElement:
            if (++m_depth > kMaxDepth)
                return fail("elements nested deeper than " + std::to_string(kMaxDepth) + " levels");
            m_attributes = m_xml.attributes();
            return Kind::start;
        case QXmlStreamReader::EndElement: m_left = true; return Kind::end;
        case QXmlStreamReader::Characters: return Kind::text;
        case QXmlStreamReader::EntityReference:
            return fail("the entity " + inQuotes(elementName()) + " is not declared");
        case QXmlStreamReader::DTD: {
            const auto entities = m_xml.entityDeclarations();
            m_hasEntities = !entities.isEmpty();
            if (std::any_of(entities.begin(), entities.end(), [](const auto& e) { return !e.systemId().isEmpty(); }))
                return fail(
                    "the document type names another file as a part of the text, expected all text in this one");
            break;
        }
        case QXmlStreamReader::EndDocument: return Kind::finished;
        default: break;
        }
    }
}

std::string XmlTokens::elementName() const {
    std::string name;
    appendUtf8(name, m_xml.name());
    return name;
}

std::string XmlTokens::attribute(QLatin1String name) const {
    std::string text;
    appendUtf8(text, m_attributes.value(name));
    return text;
}

void XmlTokens::appendText(std::string& out) const {
    appendUtf8(out, m_xml.text());
}

} // namespace vitrine
