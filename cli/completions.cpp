#include "cli/completions.h"

#include <CLI/CLI.hpp>

#include "cli/flag_table.h"

namespace holdfast {
namespace {

std::string joined(const std::vector<std::string>& words, std::string_view between = " ") {
  std::string text;
  for (const std::string& word : words) {
    text += (text.empty() ? "" : std::string(between)) + word;
  }
  return text;
}

// A path of commands as one word of a shell's pattern: "ledger verify" as "ledger/verify".
std::string pattern_of(const std::string& path) {
  std::string out = path;
  std::replace(out.begin(), out.end(), ' ', '/');
  return "'" + out + "'";
}

std::vector<std::string> names_of(const CommandRow& command) {
  std::vector<std::string> names = command.commands;
  for (const FlagRow& flag : command.flags) {
    names.insert(names.end(), flag.names.begin(), flag.names.end());
  }
  return names;
}

// The first sentence's words between single quotes, with what `special` names escaped.
std::string single_quoted(std::string_view text, std::string_view special) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') {
      out += special.empty() ? "\\'" : "'\\''";
    } else if (c == '\n') {
      out += ' ';
    } else {
      out += (special.find(c) != std::string_view::npos ? "\\" : "") + std::string(1, c);
    }
  }
  return out + "'";
}

std::string for_bash(const std::vector<CommandRow>& table) {
  std::string words;
  std::string values;
  std::string paths;
  for (const CommandRow& command : table) {
    const std::string pattern = pattern_of(command.path);
    words += "    " + pattern + ") words='" + joined(names_of(command)) + "' ;;\n";
    for (const std::string& name : command.commands) {
      paths += (paths.empty() ? "" : "|") +
               pattern_of(command.path.empty() ? name : command.path + " " + name);
    }
    for (const FlagRow& flag : command.flags) {
      for (const std::string& name : flag.names) {
        if (flag.takes_value) {
          values += "    " + pattern + ":" + name + ") choices='" + joined(flag.choices) +
                    "' value=yes ;;\n";
        }
      }
    }
  }
  return "# bash completion for holdfast; source it, or put it where bash-completion looks.\n"
         "_holdfast() {\n"
         "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}\n"
         "  local path='' words='' choices='' value='' i\n"
         "  for ((i = 1; i < COMP_CWORD; ++i)); do\n"
         "    case ${path:+$path/}${COMP_WORDS[i]} in\n"
         "    " +
         paths +
         ") path=${path:+$path/}${COMP_WORDS[i]} ;;\n"
         "    esac\n"
         "  done\n"
         "  case $path:$previous in\n" +
         values +
         "  esac\n"
         "  if [[ $value == yes ]]; then\n"
         "    if [[ -n $choices ]]; then\n"
         "      COMPREPLY=($(compgen -W \"$choices\" -- \"$current\"))\n"
         "    else\n"
         "      COMPREPLY=($(compgen -f -- \"$current\"))\n"
         "    fi\n"
         "    return\n"
         "  fi\n"
         "  case $path in\n" +
         words +
         "  esac\n"
         "  COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
         "  if [[ ${#COMPREPLY[@]} -eq 0 && $current != -* ]]; then\n"
         "    COMPREPLY=($(compgen -f -- \"$current\"))\n"
         "  fi\n"
         "}\n"
         "complete -o filenames -F _holdfast holdfast\n";
}

std::string zsh_argument(const FlagRow& flag) {
  constexpr std::string_view kSpecial = "\\[]:";
  std::string out;
  for (const std::string& name : flag.names) {
    std::string text = single_quoted(flag.description, kSpecial);
    text = text.substr(1, text.size() - 2);
    out += " \\\n      '" + name + "[" + text + "]";
    if (flag.takes_value) {
      out += flag.choices.empty() ? ":value:_files" : ":value:(" + joined(flag.choices) + ")";
    }
    out += "'";
  }
  return out;
}

std::string for_zsh(const std::vector<CommandRow>& table) {
  std::string cases;
  std::string paths;
  for (const CommandRow& command : table) {
    std::string arguments;
    for (const FlagRow& flag : command.flags) {
      arguments += zsh_argument(flag);
    }
    const std::string rest = command.commands.empty()
                                 ? "'*:file:_files'"
                                 : "'*:command:(" + joined(command.commands) + ")'";
    cases += "    " + pattern_of(command.path) + ")\n      _arguments" + arguments + " \\\n      " +
             rest + "\n      ;;\n";
    for (const std::string& name : command.commands) {
      paths += (paths.empty() ? "" : "|") +
               pattern_of(command.path.empty() ? name : command.path + " " + name);
    }
  }
  return "#compdef holdfast\n# zsh completion for holdfast; put it on $fpath as _holdfast.\n"
         "_holdfast() {\n"
         "  local path_=''\n  integer i\n"
         "  for ((i = 2; i < CURRENT; ++i)); do\n"
         "    case ${path_:+$path_/}${words[i]} in\n"
         "    (" +
         paths +
         ") path_=${path_:+$path_/}${words[i]} ;;\n"
         "    esac\n"
         "  done\n"
         "  case $path_ in\n" +
         cases +
         "  esac\n"
         "}\n"
         "compdef _holdfast holdfast\n";
}

// fish knows no path, only which words were seen; a nested command's flags need all of them.
std::string fish_condition(const std::string& path) {
  if (path.empty()) {
    return " -n __fish_use_subcommand";
  }
  std::string condition;
  std::string word;
  for (const char c : path + " ") {
    if (c == ' ') {
      condition +=
          (condition.empty() ? "" : "; and ") + std::string("__fish_seen_subcommand_from ") + word;
      word.clear();
    } else {
      word += c;
    }
  }
  return " -n '" + condition + "'";
}

std::string for_fish(const std::vector<CommandRow>& table) {
  std::string out =
      "# fish completion for holdfast; put it into ~/.config/fish/completions/holdfast.fish.\n";
  for (const CommandRow& command : table) {
    const std::string condition = fish_condition(command.path);
    for (const std::string& name : command.commands) {
      const std::string path = command.path.empty() ? name : command.path + " " + name;
      for (const CommandRow& beneath : table) {
        if (beneath.path == path) {
          out += "complete -c holdfast -f" + condition + " -a " + name + " -d " +
                 single_quoted(beneath.summary, {}) + "\n";
        }
      }
    }
    for (const FlagRow& flag : command.flags) {
      std::string names;
      for (const std::string& name : flag.names) {
        names += name.compare(0, 2, "--") == 0 ? " -l " + name.substr(2) : " -s " + name.substr(1);
      }
      if (!names.empty()) {
        out += "complete -c holdfast" + condition + names + (flag.takes_value ? " -r" : "") +
               (flag.choices.empty() ? "" : " -f -a '" + joined(flag.choices) + "'") + " -d " +
               single_quoted(flag.description, {}) + "\n";
      }
    }
  }
  return out;
}

}  // namespace

std::string completions(const CLI::App& app, std::string_view shell) {
  const std::vector<CommandRow> table = flag_table(app);
  return shell == "bash"   ? for_bash(table)
         : shell == "zsh"  ? for_zsh(table)
         : shell == "fish" ? for_fish(table)
                           : std::string();
}

}  // namespace holdfast
