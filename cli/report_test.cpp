// holdfast report as a user runs it: files in, files out, and a page that a browser reads.
#include <gtest/gtest.h>

#include "cli/program.h"

namespace holdfast::testing {
namespace {

const std::string kWeakHunt =
    "hunt --subject \"python3 $SOURCE/examples/weak_verifier.py\" --seed 7 --cases 500 --store "
    "none "
    "--out run";

bool is_there(const std::string& tool) {
  return std::system(("command -v " + tool + " >/dev/null 2>&1").c_str()) == 0;
}

TEST(Report, RendersARunInEveryFormat) {
  const Program program;
  ASSERT_EQ(program.run("hunt --seed 7 --cases 1000 --store none --out run").exit_code, 0);
  const Ran ran = program.run("report run --html r.html --junit r.xml --markdown r.md");
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_NE(ran.out.find("Nothing got through"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("cases/s"), std::string::npos) << "from the sidecar";
  for (const char* file : {"r.html", "r.xml", "r.md"}) {
    EXPECT_NE(program.read(file).find("Nothing got through"), std::string::npos) << file;
  }
  const Ran piped = program.run("report run/run.jsonl --junit -");
  EXPECT_EQ(piped.out, program.read("r.xml")) << "and nothing else on standard output";
  const Ran json = program.run("report run --json");
  EXPECT_NE(json.out.find("\"standing\": \"held\""), std::string::npos) << json.out;
}

TEST(Report, RendersASimulation) {
  const Program program;
  const Ran simulated =
      program.run("simulate --runtime yoi --rounds 5 --entries 200 --seed 7 --json");
  program.write("s.json", simulated.out);
  const Ran ran = program.run("report s.json --html s.html --junit s.xml --markdown s.md");
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_NE(program.read("s.html").find("Items by rounds"), std::string::npos);
}

TEST(Report, SaysWhatIsWrongWithARecord) {
  const Program program;
  program.write("empty", "");
  program.write("text", "no record\n");
  program.write("other.json", "{\"schema\":\"verdict/v1\"}\n");
  std::filesystem::create_directory(program.path("cut"));
  program.write("cut/run.jsonl", "{\"schema\":\"run/v1\",\"type\":\"header\"}\n");
  for (const char* path : {"none", "empty", "text", "other.json", "cut"}) {
    const Ran ran = program.run(std::string("report ") + path);
    EXPECT_EQ(ran.exit_code, 2) << path;
    EXPECT_EQ(ran.out, "") << path;
    EXPECT_EQ(line_count(ran.err), 1U) << ran.err;
    EXPECT_NE(ran.err.find(path), std::string::npos) << ran.err;
  }
  EXPECT_EQ(program.run("report").exit_code, 2);
  EXPECT_EQ(program.run("report x --html - --json").exit_code, 2);
}

TEST(Report, SaysWhereAReportCannotBeWritten) {
  const Program program;
  ASSERT_EQ(program.run("hunt --seed 7 --cases 500 --store none --out run").exit_code, 0);
  const Ran ran = program.run("report run --html none/r.html");
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_NE(ran.err.find("none/r.html"), std::string::npos) << ran.err;
}

TEST(Report, WritesAnnotationsAndTheSummaryOfAStep) {
  const Program program;
  ASSERT_EQ(program.run("hunt --seed 7 --cases 500 --store none --out run").exit_code, 0);
  const Ran ran = program.run("report run --github", "GITHUB_STEP_SUMMARY=summary.md");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(ran.err.compare(0, 14, "::notice title"), 0) << ran.err;
  EXPECT_NE(program.read("summary.md").find("Nothing got through"), std::string::npos);
}

TEST(SlowReportPage, IsReadByABrowserAsItWasWritten) {
  if (!is_there("chromium") || !is_there("python3") || !is_there("timeout")) {
    GTEST_SKIP() << "chromium, python3 or timeout is missing";
  }
  const Program program;
  ASSERT_EQ(program.run(kWeakHunt).exit_code, 1);
  ASSERT_EQ(program.run("report run --html r.html").exit_code, 0);
  const std::string command = "cd '" + program.folder() +
                              "' && timeout 300 chromium --headless --no-sandbox --disable-gpu "
                              "--no-first-run --disable-background-networking "
                              "--disable-component-update --disable-sync --disable-extensions "
                              "--user-data-dir=profile --dump-dom r.html >dom.html 2>browser.log";
  ASSERT_EQ(std::system(command.c_str()), 0) << program.read("browser.log");
  const std::string dom = program.read("dom.html");
  // What a browser makes of the page has what was written, and nothing that runs or is fetched.
  for (const char* part :
       {"<h1>", "kinds of damage got through", "id=\"matrix\"", "<table class=\"diff\">", "<svg",
        "<caption>", "role=\"region\"", "holdfast hunt --subject", "</footer>"}) {
    EXPECT_NE(dom.find(part), std::string::npos) << part;
  }
  for (const char* part : {"<script", "<img", "<link", "<iframe", " onerror", " onload"}) {
    EXPECT_EQ(dom.find(part), std::string::npos) << part;
  }
  const auto count = [](const std::string& text, const std::string& part) {
    std::size_t n = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
      ++n;
    }
    return n;
  };
  const std::string page = program.read("r.html");
  for (const char* tag : {"<article ", "<tr", "<td", "<li", "<section ", "<circle "}) {
    EXPECT_EQ(count(dom, tag), count(page, tag)) << tag << ": the browser moved or dropped some";
  }
}

}  // namespace
}  // namespace holdfast::testing
