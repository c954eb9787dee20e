#pragma once

#include "core/data/reader.h"

#include <QIODevice>
#include <QXmlStreamReader>

#include <string>
#include <string_view>

namespace vitrine {

/// Walks through an XML file from outside: element by element, without a tree and without recursion. Entities are
/// written out by the parser, which limits how far; nothing outside of the file is ever opened. Comments, processing
/// instructions and the document type are passed over.
class XmlTokens {
public:
    enum class Kind { start, end, text, finished, failed };

    /// @param name  begins every message, followed by the line
    XmlTokens(std::string_view bytes, std::string name, const ReadContext& context);

    /// The next token; `failed` ends the walk, the reason is error().
    Kind next();
    const Error& error() const { return m_error; }
    /// Ends the walk with a sentence about the present line.
    Kind fail(const std::string& what, ErrorCode code = ErrorCode::parse);

    std::int64_t line() const { return m_xml.lineNumber(); }
    /// Elements around the present token, itself included.
    std::size_t depth() const { return m_depth; }
    /// Whether the element is called so, whatever its name space.
    bool is(QLatin1String name) const { return m_xml.name() == name; }
    std::string elementName() const;
    bool hasAttribute(QLatin1String name) const { return m_attributes.hasAttribute(name); }
    /// Empty where there is none.
    std::string attribute(QLatin1String name) const;
    /// Whether an attribute has this text.
    bool attributeIs(QLatin1String name, QLatin1String text) const { return m_attributes.value(name) == text; }
    /// Adds the text of a text token.
    void appendText(std::string& out) const;

private:
    /// The bytes as a device that ends when reading is to be stopped, also within one long token.
    class Bytes : public QIODevice {
    public:
        Bytes(std::string_view bytes, std::stop_token stop) : m_bytes(bytes), m_stop(std::move(stop)) {}
        bool isSequential() const override { return true; }
        std::size_t done() const { return m_done; }
        std::string_view all() const { return m_bytes; }

    protected:
        qint64 readData(char* into, qint64 most) override;
        qint64 writeData(const char*, qint64) override { return -1; }

    private:
        std::string_view m_bytes;
        std::size_t m_done = 0;
        std::stop_token m_stop;
    };

    Kind parserError();
    bool keepGoing();

    std::string m_name;
    const ReadContext& m_context;
    std::size_t m_size;
    Bytes m_bytes;
    QXmlStreamReader m_xml;
    QXmlStreamAttributes m_attributes;
    std::size_t m_depth = 0;
    std::size_t m_tokens = 0;
    bool m_hasEntities = false;
    bool m_left = false; ///< the present token ends an element
    Error m_error;
};

/// Whether the first bytes are those of an XML file whose first elements include one with this name.
bool startsAsXml(std::string_view head, std::string_view element);

/// Adds UTF-16 text as UTF-8.
void appendUtf8(std::string& out, QStringView text);

} // namespace vitrine
