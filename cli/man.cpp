#include "cli/man.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "cli/flag_table.h"
#include "core/unicode.h"

namespace holdfast {
namespace {

// Text of a line of roff: a backslash and a dash have a meaning everywhere, a full stop and an
// apostrophe at a line's begin. Beyond ASCII roff knows characters by their number alone.
std::string roff(std::string_view text) {
  std::string out = text.empty() || (text[0] != '.' && text[0] != '\'') ? "" : "\\&";
  for (std::size_t offset = 0; offset < text.size();) {
    const std::size_t begin = offset;
    const char32_t c = next_code_point(text, offset);
    if (c == U'\\') {
      out += "\\e";
    } else if (c == U'-') {
      out += "\\-";
    } else if (c >= 0x80) {
      out += fmt::format("\\[u{:04X}]", static_cast<std::uint32_t>(c));
    } else {
      out += text.substr(begin, offset - begin);
    }
  }
  return out;
}

std::string lines_of_roff(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    out += roff(text.substr(0, end)) + "\n";
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

std::string option_entry(const FlagRow& flag) {
  std::string term;
  for (const std::string& name : flag.names) {
    term += (term.empty() ? "" : ", ") + std::string("\\fB") + roff(name) + "\\fR";
  }
  if (term.empty()) {
    term = "\\fI" + roff(flag.positional) + "\\fR";
  } else if (flag.takes_value) {
    term += " \\fI" + roff(flag.value_name) + "\\fR";
  }
  std::string text = flag.description;
  text += flag.required ? " (required)" : "";
  text += flag.default_value.empty() ? "" : " (default " + flag.default_value + ")";
  return ".TP\n" + term + "\n" + roff(text) + "\n";
}

std::string options_of(const CommandRow& command) {
  std::string out;
  for (const FlagRow& flag : command.flags) {
    out += option_entry(flag);
  }
  return out;
}

}  // namespace

std::string man_page(const CLI::App& app, const std::string& version) {
  const std::vector<CommandRow> table = flag_table(app);
  std::string out = ".TH HOLDFAST 1 \"\" \"Holdfast " + version + "\" \"User Commands\"\n";
  out += ".SH NAME\nholdfast \\- negative tests and fuzzing for context-compaction verifiers\n";
  out += ".SH SYNOPSIS\n.B holdfast\n\\fICOMMAND\\fR [\\fIOPTION\\fR]...\n.br\n";
  out += ".B holdfast\n\\fICOMMAND\\fR \\-\\-help\n";
  out += ".SH DESCRIPTION\n" + lines_of_roff(table.front().summary);
  out += ".SH OPTIONS\n" + options_of(table.front());
  out += ".SH COMMANDS\n";
  for (std::size_t i = 1; i < table.size(); ++i) {
    const CommandRow& command = table[i];
    out += ".SS \"" + roff("holdfast " + command.path) + "\"\n" + lines_of_roff(command.summary);
    out += options_of(command);
    if (!command.footer.empty()) {
      out += ".PP\n.nf\n" + lines_of_roff(command.footer) + ".fi\n";
    }
  }
  if (!table.front().footer.empty()) {
    out += ".SH NOTES\n.nf\n" + lines_of_roff(table.front().footer) + ".fi\n";
  }
  return out;
}

}  // namespace holdfast
