#include "cli/report_run.h"

#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <variant>

#include "cli/output.h"
#include "core/file.h"
#include "core/json.h"
#include "harness/github.h"
#include "harness/report_html.h"
#include "harness/report_junit.h"
#include "harness/report_markdown.h"
#include "harness/report_text.h"

namespace holdfast {
namespace {

// A simulation of 10,000 rounds with all its items.
constexpr JsonLimits kSimulationLimits = {.depth_max = 16, .size_bytes_max = std::size_t{1} << 30};

using Facts = std::variant<ReportFacts, SimulationFacts>;

bool is_directory(const std::string& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

bool exists(const std::string& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0;
}

// The width of the terminal; what is piped gets one that most pages hold.
std::size_t text_width() {
  constexpr std::size_t kPlainWidth = 100;
  constexpr std::size_t kNarrowest = 40;
  struct winsize size {};
  if (isatty(STDOUT_FILENO) == 1 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 &&
      size.ws_col > 0) {
    return std::max<std::size_t>(size.ws_col, kNarrowest);
  }
  return kPlainWidth;
}

// The sidecar lies beside a record that kept its name; a copy elsewhere has none.
Result<std::optional<ReportTimes>> times_beside(const std::string& record) {
  const auto slash = record.rfind('/');
  const std::string folder = slash == std::string::npos ? "" : record.substr(0, slash + 1);
  const std::string path = folder + "times.json";
  if (record.substr(folder.size()) != "run.jsonl" || !exists(path)) {
    return std::optional<ReportTimes>();
  }
  const auto bytes = read_file(path);
  if (!bytes) {
    return bytes.error();
  }
  const auto times = read_run_times(*bytes, path);
  if (!times) {
    return times.error();
  }
  return std::optional(*times);
}

// The first line of a run/v1 is a whole JSON document, of a simulation/v1 it is not, or the schema
// says so.
bool is_run_record(std::string_view bytes) {
  const JsonReading reading = read_json(bytes.substr(0, bytes.find('\n')), kSimulationLimits);
  const Value* schema = reading.value ? reading.value->find("schema") : nullptr;
  return schema != nullptr && *schema == Value("run/v1");
}

Result<Facts> read_facts(const ReportFlags& flags) {
  const std::string path = is_directory(flags.run) ? flags.run + "/run.jsonl" : flags.run;
  const auto bytes = read_file(path);
  if (!bytes) {
    return bytes.error();
  }
  if (is_run_record(*bytes)) {
    const auto record = read_run(*bytes, path);
    if (!record) {
      return record.error();
    }
    const auto times = times_beside(path);
    if (!times) {
      return times.error();
    }
    auto facts = report_facts(*record, *times, flags.show_text);
    if (!facts) {
      return facts.error();
    }
    return Facts(std::move(*facts));
  }
  const JsonReading reading = read_json(*bytes, kSimulationLimits);
  if (!reading.value) {
    return Error{ErrorCode::kInput, "neither run/v1 nor simulation/v1", path,
                 "give the folder or run.jsonl of `holdfast hunt`, or what `holdfast simulate "
                 "--json` printed"};
  }
  auto facts = simulation_facts(*reading.value, path);
  if (!facts) {
    return facts.error();
  }
  return Facts(std::move(*facts));
}

std::string html_of(const Facts& facts) {
  const auto* run = std::get_if<ReportFacts>(&facts);
  return run != nullptr ? run_html(*run) : simulation_html(std::get<SimulationFacts>(facts));
}
std::string junit_of(const Facts& facts) {
  const auto* run = std::get_if<ReportFacts>(&facts);
  return run != nullptr ? run_junit(*run) : simulation_junit(std::get<SimulationFacts>(facts));
}
std::string markdown_of(const Facts& facts) {
  const auto* run = std::get_if<ReportFacts>(&facts);
  return run != nullptr ? run_markdown(*run)
                        : simulation_markdown(std::get<SimulationFacts>(facts));
}

Value json_of(const Facts& facts) {
  return std::visit(
      [](const auto& any) {
        Value grounds = Value::array();
        for (const ReportGround& ground : any.grounds) {
          const bool is_for = ground.kind == ReportGround::Kind::kFor;
          const bool is_note = ground.kind == ReportGround::Kind::kNote;
          grounds.append(Value::object({{"kind", is_for    ? "for"
                                                 : is_note ? "note"
                                                           : "against"},
                                        {"text", ground.text}}));
        }
        return Value::object({{"standing", to_text(any.standing)},
                              {"headline", any.headline},
                              {"summary", any.summary},
                              {"grounds", std::move(grounds)},
                              {"again", any.again}});
      },
      facts);
}

// Whether standard output was taken for it.
Result<bool> write_out(const std::string& path, const std::string& bytes) {
  if (path == "-") {
    print(bytes);
    return true;
  }
  if (!path.empty()) {
    if (const auto written = write_file(path, bytes); !written) {
      return written.error();
    }
    note("wrote " + path + ", " + std::to_string(bytes.size()) + " bytes");
  }
  return false;
}

std::optional<Error> tell_github(const Facts& facts) {
  const auto appended = github::append_summary(process_environment(), markdown_of(facts));
  if (!appended) {
    return appended.error();
  }
  const std::string lines =
      std::visit([](const auto& any) { return github::annotations(any); }, facts);
  std::fputs(lines.c_str(), stderr);
  return std::nullopt;
}

}  // namespace

ExitCode run_report(const ReportFlags& flags) {
  if ((flags.html == "-") + (flags.junit == "-") + (flags.markdown == "-") + flags.json > 1) {
    return fail({ErrorCode::kUsage, "more than one report for standard output", "-",
                 "give the others a file"});
  }
  const auto facts = read_facts(flags);
  if (!facts) {
    return fail(facts.error());
  }
  bool printed = flags.json;
  for (const auto& [path, render] :
       {std::pair{&flags.html, &html_of}, std::pair{&flags.junit, &junit_of},
        std::pair{&flags.markdown, &markdown_of}}) {
    const auto written = write_out(*path, path->empty() ? std::string() : render(*facts));
    if (!written) {
      return fail(written.error());
    }
    printed = printed || *written;
  }
  if (flags.github) {
    if (const auto error = tell_github(*facts)) {
      return fail(*error);
    }
  }
  if (flags.json) {
    print_json(json_of(*facts));
  } else if (!printed) {
    const TextLook look{use_color(), text_width()};
    const auto* run = std::get_if<ReportFacts>(&*facts);
    print(run != nullptr ? run_text(*run, look)
                         : simulation_text(std::get<SimulationFacts>(*facts), look));
  }
  return ExitCode::kClean;
}

}  // namespace holdfast
