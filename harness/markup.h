// The one place where text becomes HTML, XML, Markdown or a workflow command of GitHub Actions.
//
// Any bytes may come in: subjects name themselves, buckets hold what subjects said, and cases are
// made to be hostile. Each function first makes every byte a reader cannot see visible (`visible`)
// and then escapes what its format gives a meaning to, so that no text can open a tag, end an
// attribute, start a line of its own, drive a terminal, or reorder what stands beside it.
//
// Invariants, for any bytes: the result is valid UTF-8 without control characters (`visible_lines`
// and the functions for blocks keep line feeds); text of letters, digits and spaces stays as it is.
#pragma once

#include <string>
#include <string_view>

namespace holdfast::markup {

// Bytes that are no UTF-8 become \x{FF}, code points without a visible form \u{200B}; a backslash
// stays one, so this is for reading and not for decoding.
std::string visible(std::string_view bytes);
// The same with line feeds kept.
std::string visible_lines(std::string_view bytes);

// For text between tags and for attribute values in double or single quotes. Also right for XML
// 1.0, which knows the same five entities and no character that `visible` lets through unknown.
std::string html(std::string_view bytes);
std::string html_lines(std::string_view bytes);
std::string xml(std::string_view bytes);
std::string xml_lines(std::string_view bytes);

// Inline text of GitHub-flavoured Markdown, also in a cell of a table: nothing in it is a link, an
// emphasis, a tag, a mention of a person, a reference to an issue, or the end of the cell. Not for
// the begin of a line, where a dash or a number has a meaning too.
std::string markdown(std::string_view bytes);
// An inline code span, also in a cell of a table.
std::string markdown_code(std::string_view bytes);
// A fenced block, with a fence longer than any in it and its own line ends.
std::string markdown_block(std::string_view bytes, std::string_view language = {});

// The message and a property (title, file) of a workflow command, `::error title=…::message`. The
// message may hold line feeds, which the command spells %0A.
std::string github_message(std::string_view bytes);
std::string github_property(std::string_view bytes);

}  // namespace holdfast::markup
