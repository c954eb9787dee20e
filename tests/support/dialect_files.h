#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

// Small tables in the dialects that turn up in practice, and what each has to become.
namespace vitrine::samples {

struct DialectFile {
    const char* name;       ///< name of the file
    std::string bytes;      ///< its content
    const char* recognised; ///< how the plan names it
    const char* table;      ///< see tableText in tst_table_dialects.cpp
    const char* ledger;
};

/// UTF-8 as UTF-16 with byte order mark; only characters of the basic plane and one pair.
inline std::string utf16(std::u16string_view text, bool littleEndian) {
    std::string bytes;
    const auto put = [&](char16_t unit) {
        const char low = static_cast<char>(unit & 0xFF);
        const char high = static_cast<char>(unit >> 8);
        bytes += littleEndian ? low : high;
        bytes += littleEndian ? high : low;
    };
    put(0xFEFF);
    for (const char16_t unit : text)
        put(unit);
    return bytes;
}

inline std::vector<DialectFile> dialectFiles() {
    using namespace std::string_literals;
    return {
        {"comma.csv", "name,x\na,1.5\nb,-2e3\n", "CSV, comma, UTF-8", "name:text x:real\na|1.5\nb|-2000\n", ""},
        {"decimal_comma.csv", "name;value;n\na;1,5;3\nb;-2,25;4\nc;1e3;5\n", "CSV, semicolon, UTF-8, decimal comma",
         "name:text value:real n:integer\na|1.5|3\nb|-2.25|4\nc|1000|5\n", "read 1 []: Comma taken as decimal mark\n"},
        {"points_for_thousands.csv", "name;x\na;1.234.567,5\nb;2.500,25\n", "CSV, semicolon, UTF-8, decimal comma",
         "name:text x:text\na|1.234.567,5\nb|2.500,25\n", "read 1 []: Comma taken as decimal mark\n"},
        {"commas_for_thousands.csv", "name;x\na;1,234,567\nb;2,500\n", "CSV, semicolon, UTF-8",
         "name:text x:text\na|1,234,567\nb|2,500\n", ""},
        {"semicolon.csv", "name;x\na;1\n", "CSV, semicolon, UTF-8", "name:text x:integer\na|1\n", ""},
        {"tab.tsv", "name\tx\na b\t1\n\"c\"\t2\n", "TSV, tab, UTF-8", "name:text x:integer\na b|1\nc|2\n", ""},
        {"bar.txt", "name|x\na|1\nb|2\n", "CSV, vertical bar, UTF-8", "name:text x:integer\na|1\nb|2\n", ""},
        {"space.dat", "a  b   c\n1  2   3\n4  5   6 \n", "CSV, space, UTF-8",
         "a:integer b:integer c:integer\n1|2|3\n4|5|6\n", ""},
        {"mark.csv", "\xEF\xBB\xBFname,x\na,1\n", "CSV, comma, UTF-8", "name:text x:integer\na|1\n", ""},
        {"utf16le.csv", utf16(u"name;x\n\u00e4\U0001F600;1\n", true), "CSV, semicolon, UTF-16",
         "name:text x:integer\n\u00e4\U0001F600|1\n", "changed 1 []: Decoded from UTF-16\n"},
        {"utf16be.csv", utf16(u"name;x\r\n\u00e4\U0001F600;1\r\n", false), "CSV, semicolon, UTF-16",
         "name:text x:integer\n\u00e4\U0001F600|1\n", "changed 1 []: Decoded from UTF-16\n"},
        {"half_pair.csv", utf16(u"name;x\na", true) + "\x00\xD8"s + ";\0001\0\n\0"s, "CSV, semicolon, UTF-16",
         "name:text x:integer\na\uFFFD|1\n",
         "changed 1 []: Decoded from UTF-16\nchanged 1 []: Half of a character pair in UTF-16, replaced by U+FFFD\n"},
        {"windows1252.csv", "name;x\nb;2\nM\xFCller \x80;1\n", "CSV, semicolon, Windows-1252",
         "name:text x:integer\nb|2\nM\u00fcller \u20ac|1\n",
         "changed 1 []: Decoded from Windows-1252\n"
         "marked 1 []: Taken for Windows-1252, since this line is not valid UTF-8 @3\n"},
        {"crlf.csv", "name,x\r\na,1\r\n\"b\",2\r\n", "CSV, comma, UTF-8", "name:text x:integer\na|1\nb|2\n", ""},
        {"lone_cr.csv", "name,x\ra,1\rb,2\r", "CSV, comma, UTF-8", "name:text x:integer\na|1\nb|2\n", ""},
        {"mixed_ends.csv", "name,x\r\na,1\nb,2", "CSV, comma, UTF-8", "name:text x:integer\na|1\nb|2\n", ""},
        {"same_names.csv", "x,x,,x_2\n1,2,3,4\n", "CSV, comma, UTF-8",
         "x:integer x_3:integer column_3:integer x_2:integer\n1|2|3|4\n",
         "changed 1 [x_3]: Another column is named \"x\", renamed\n"
         "changed 1 [column_3]: Column without a name, named by its place\n"},
        {"quotes.csv", "a,b\n\"x,1\",\"y \"\"z\"\"\"\n\"two\nlines\",2\n\"\",it's 5\" wide\n", "CSV, comma, UTF-8",
         "a:text b:text\nx,1|y \"z\"\ntwo\nlines|2\n~|it's 5\" wide\n", "marked 1 [a]: Empty cell, value missing @5\n"},
        {"blank_lines.csv", "\n\na,b\n\n1,2\n   \n3,4\n\n", "CSV, comma, UTF-8", "a:integer b:integer\n1|2\n3|4\n",
         "read 3 []: Blank line passed over @4,6,8\n"},
        {"one_column.csv", "value\n1\n2\n", "Text with one column, UTF-8", "value:integer\n1\n2\n", ""},
        {"one_column_of_text.csv", "colour\nred\nblue\n", "Text with one column, UTF-8", "colour:text\nred\nblue\n",
         ""},
        {"comments.csv", "# made by x\n# in 2020\na,b\n1,2\n", "CSV, comma, UTF-8, 2 comment lines",
         "a:integer b:integer\n1|2\n", "read 2 []: Comment line at the top passed over\n"},
        {"names_in_comment.csv", "# made by x\n# a, b\n1, 2.5\n", "CSV, comma, UTF-8, 2 comment lines",
         "a:integer b:real\n1|2.5\n", "read 2 []: Comment line at the top passed over\n"},
        {"no_names.csv", "1,2.5\n3,4.5\n", "CSV, comma, UTF-8", "column_1:integer column_2:real\n1|2.5\n3|4.5\n", ""},
        {"row_labels.txt", "a,b\nr1,1,2\nr2,3,4\n", "CSV, comma, UTF-8",
         "column_1:text a:integer b:integer\nr1|1|2\nr2|3|4\n",
         "changed 1 [column_1]: The header has one name less than the rows have cells, first column without a name\n"},
        {"no_numbers.csv", "a,b,c\nNaN,1,inf\nnan,2,-Inf\n1.5,NA,Infinity\n", "CSV, comma, UTF-8",
         "a:real b:integer c:real\nnan|1|inf\nnan|2|-inf\n1.5|~|inf\n",
         "coerced 1 [b]: \"NA\" read as a missing value @4\n"},
        {"missing.csv", "a,b\n1,x\nNA,\nN/A,null\n,None\n<NA>,#N/A\n4,-\n", "CSV, comma, UTF-8",
         "a:integer b:text\n1|x\n~|~\n~|~\n~|~\n~|~\n4|-\n",
         "marked 1 [a]: Empty cell, value missing @5\ncoerced 1 [a]: \"NA\" read as a missing value @3\n"
         "coerced 1 [a]: \"N/A\" read as a missing value @4\ncoerced 1 [a]: \"<NA>\" read as a missing value @6\n"
         "marked 1 [b]: Empty cell, value missing @3\ncoerced 1 [b]: \"#N/A\" read as a missing value @6\n"
         "coerced 1 [b]: \"null\" read as a missing value @4\ncoerced 1 [b]: \"None\" read as a missing value @5\n"},
        {"kinds.csv", "id,flag,big,mixed\n007,true,9007199254740993,1\n042,FALSE,-1,2.5\n", "CSV, comma, UTF-8",
         "id:text flag:boolean big:integer mixed:real\n007|true|9007199254740993|1\n042|false|-1|2.5\n", ""},
        {"spaces.csv", "a,b\n x ,\t1\ny,2 \n", "CSV, comma, UTF-8", "a:text b:integer\nx|1\ny|2\n",
         "trimmed 1 [a]: Spaces around the value removed @2\ntrimmed 2 [b]: Spaces around the value removed @2,3\n"},
    };
}

} // namespace vitrine::samples
