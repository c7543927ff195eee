#include "cli/flag_table.h"

#include <CLI/CLI.hpp>

namespace holdfast {
namespace {

// The words of "TEXT:{exact,monotone}".
std::vector<std::string> choices_in(const std::string& type) {
  std::vector<std::string> words;
  const std::size_t begin = type.find('{');
  const std::size_t end = type.find('}', begin == std::string::npos ? 0 : begin);
  if (begin == std::string::npos || end == std::string::npos) {
    return words;
  }
  std::string word;
  for (const char c : type.substr(begin + 1, end - begin - 1)) {
    if (c == ',') {
      words.push_back(word);
      word.clear();
    } else {
      word += c;
    }
  }
  words.push_back(word);
  return words;
}

FlagRow row_of(const CLI::Option& option) {
  FlagRow row;
  for (const std::string& name : option.get_snames()) {
    row.names.push_back("-" + name);
  }
  for (const std::string& name : option.get_lnames()) {
    row.names.push_back("--" + name);
  }
  if (row.names.empty()) {
    row.positional = option.get_name(true);
  }
  row.description = option.get_description();
  row.takes_value = option.get_items_expected_max() > 0 && option.get_type_size_max() > 0;
  row.required = option.get_required();
  row.default_value = option.get_default_str();
  const std::string type = option.get_type_name();
  row.choices = choices_in(type);
  row.value_name = type.substr(0, type.find(':'));
  if (!row.choices.empty()) {
    row.value_name.clear();
    for (const std::string& choice : row.choices) {
      row.value_name += (row.value_name.empty() ? "" : "|") + choice;
    }
  }
  return row;
}

void add(std::vector<CommandRow>& table, const CLI::App& app, const std::string& path) {
  CommandRow row;
  row.path = path;
  row.summary = app.get_description();
  row.footer = app.get_footer();
  for (const CLI::Option* option : app.get_options()) {
    // An empty group hides an option from --help.
    if (!option->get_group().empty()) {
      row.flags.push_back(row_of(*option));
    }
  }
  const auto every = [](const CLI::App*) { return true; };
  for (const CLI::App* sub : app.get_subcommands(every)) {
    row.commands.push_back(sub->get_name());
  }
  table.push_back(std::move(row));
  for (const CLI::App* sub : app.get_subcommands(every)) {
    add(table, *sub, (path.empty() ? "" : path + " ") + sub->get_name());
  }
}

}  // namespace

std::vector<CommandRow> flag_table(const CLI::App& app) {
  std::vector<CommandRow> table;
  add(table, app, {});
  return table;
}

}  // namespace holdfast
