// The manual page and the completions know every command and flag that --help knows.
#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "cli/program.h"

namespace holdfast::testing {
namespace {

bool is_there(const std::string& tool) {
  return std::system(("command -v " + tool + " >/dev/null 2>&1").c_str()) == 0;
}

// The first words of the lines beneath "Subcommands:".
std::vector<std::string> commands_in(const std::string& help) {
  std::vector<std::string> names;
  std::istringstream lines(help.substr(std::min(help.find("Subcommands:"), help.size())));
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line) && line.compare(0, 2, "  ") == 0) {
    if (line.size() > 2 && line[2] != ' ') {
      names.push_back(line.substr(2, line.find(' ', 2) - 2));
    }
  }
  return names;
}

std::set<std::string> flags_in(const std::string& help) {
  std::set<std::string> flags;
  std::istringstream lines(help);
  std::string line;
  while (std::getline(lines, line) && line.compare(0, 7, "Example") != 0) {
    std::istringstream words(line);
    std::string word;
    // A line of a flag begins with it: "  -h,--help   Print …".
    if (line.compare(0, 3, "  -") == 0 && words >> word) {
      std::istringstream names(word);
      for (std::string name; std::getline(names, name, ',');) {
        flags.insert(name);
      }
    }
  }
  return flags;
}

std::string without_backslashes(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), '\\'), text.end());
  return text;
}

class Pages : public ::testing::Test {
 protected:
  // Visits each command with what its --help says.
  template <typename Visit>
  void each_command(const Visit& visit) {
    const std::vector<std::string> names = commands_in(program_.run("--help").out);
    ASSERT_GE(names.size(), 12U);
    for (const std::string& name : names) {
      const Ran help = program_.run(name + " --help");
      EXPECT_EQ(help.exit_code, 0) << name;
      visit(name, help.out);
      for (const std::string& beneath : commands_in(help.out)) {
        visit(name + " " + beneath, program_.run(name + " " + beneath + " --help").out);
      }
    }
  }

  Program program_;
};

TEST_F(Pages, EveryCommandsHelpShowsAnExampleOfIt) {
  each_command([&](const std::string& path, const std::string& help) {
    const std::size_t example = help.find("Example");
    ASSERT_NE(example, std::string::npos) << path;
    EXPECT_NE(help.find("  holdfast " + path.substr(0, path.find(' ')), example), std::string::npos)
        << path;
  });
}

TEST_F(Pages, TheManualHasEveryCommandAndFlag) {
  const Ran man = program_.run("--man");
  ASSERT_EQ(man.exit_code, 0) << man.err;
  const std::string page = without_backslashes(man.out);
  each_command([&](const std::string& path, const std::string& help) {
    const std::size_t begin = page.find(".SS \"holdfast " + path + "\"");
    ASSERT_NE(begin, std::string::npos) << path;
    const std::string section = page.substr(begin, page.find("\n.SS", begin + 1) - begin);
    for (const std::string& flag : flags_in(help)) {
      EXPECT_NE(section.find("fB" + flag + "fR"), std::string::npos) << path << " " << flag;
    }
  });
}

TEST_F(Pages, TheManualIsReadWithoutAWarning) {
  if (!is_there("groff")) {
    GTEST_SKIP() << "groff is missing";
  }
  program_.write("holdfast.1", program_.run("--man").out);
  const std::string command =
      "cd '" + program_.folder() + "' && groff -man -Tutf8 -ww holdfast.1 >page.txt 2>warnings.txt";
  EXPECT_EQ(std::system(command.c_str()), 0);
  EXPECT_EQ(program_.read("warnings.txt"), "");
}

TEST_F(Pages, CompletionsHaveEveryCommandAndFlag) {
  const std::string bash = program_.run("--completions bash").out;
  const std::string zsh = program_.run("--completions zsh").out;
  const std::string fish = program_.run("--completions fish").out;
  each_command([&](const std::string& path, const std::string& help) {
    std::string pattern = path;
    std::replace(pattern.begin(), pattern.end(), ' ', '/');
    const std::size_t in_bash = bash.find("'" + pattern + "') words='");
    const std::size_t in_zsh = zsh.find("'" + pattern + "')\n      _arguments");
    ASSERT_NE(in_bash, std::string::npos) << path;
    ASSERT_NE(in_zsh, std::string::npos) << path;
    const std::string words = bash.substr(in_bash, bash.find('\n', in_bash) - in_bash);
    const std::string arguments = zsh.substr(in_zsh, zsh.find(";;", in_zsh) - in_zsh);
    for (const std::string& flag : flags_in(help)) {
      EXPECT_NE(words.find(flag), std::string::npos) << path << " " << flag;
      EXPECT_NE(arguments.find("'" + flag + "["), std::string::npos) << path << " " << flag;
      if (flag.compare(0, 2, "--") == 0) {
        EXPECT_NE(fish.find(" -l " + flag.substr(2) + " "), std::string::npos) << path << flag;
      }
    }
  });
  EXPECT_EQ(program_.run("--completions tcsh").exit_code, 2);
}

TEST_F(Pages, BashCompletesCommandsFlagsAndChoices) {
  if (!is_there("bash")) {
    GTEST_SKIP() << "bash is missing";
  }
  program_.write("completion.bash", program_.run("--completions bash").out);
  const auto complete = [&](const std::string& words) {
    program_.write("try.bash", "source ./completion.bash\nCOMP_WORDS=(" + words +
                                   ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_holdfast\necho "
                                   "\"${COMPREPLY[*]}\" >answer\n");
    EXPECT_EQ(std::system(("cd '" + program_.folder() + "' && bash -eu try.bash").c_str()), 0);
    return program_.read("answer");
  };
  EXPECT_EQ(complete("holdfast hu"), "hunt\n");
  EXPECT_EQ(complete("holdfast hunt --see"), "--seed --seeds\n");
  EXPECT_EQ(complete("holdfast hunt --policy ''"), "exact monotone\n");
  EXPECT_EQ(complete("holdfast store pro"), "propose promote\n");
  EXPECT_EQ(complete("holdfast store propose --wait"), "--wait-ms\n");
}

TEST_F(Pages, OtherShellsReadTheirCompletions) {
  for (const auto& [shell, check] :
       {std::pair{"zsh", "zsh -n c.zsh"}, std::pair{"fish", "fish --no-execute c.fish"}}) {
    if (is_there(shell)) {
      program_.write(std::string("c.") + shell,
                     program_.run(std::string("--completions ") + shell).out);
      EXPECT_EQ(std::system(("cd '" + program_.folder() + "' && " + check).c_str()), 0) << shell;
    }
  }
}

}  // namespace
}  // namespace holdfast::testing
