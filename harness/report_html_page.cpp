#include "harness/report_html_page.h"

#include <fmt/format.h>

#include "harness/markup.h"
#include "harness/report_html_style.h"

namespace holdfast::html_page {
namespace {

using markup::html;

struct Look {
  std::string_view style;
  std::string_view sign;
};

Look look_of(Standing standing) {
  switch (standing) {
    case Standing::kHeld:
      return {"good", "✓"};
    case Standing::kToLookAt:
    case Standing::kNothingAsked:
      return {"warn", "!"};
    case Standing::kGotThrough:
    case Standing::kControlFailed:
    case Standing::kUnfinished:
      return {"bad", "✗"};
  }
  return {};
}

std::string ground(const ReportGround& ground) {
  struct Mark {
    std::string_view style, sign, word;
  };
  const Mark mark = ground.kind == ReportGround::Kind::kFor       ? Mark{"good-ink", "✓", "for"}
                    : ground.kind == ReportGround::Kind::kAgainst ? Mark{"warn-ink", "!", "against"}
                                                                  : Mark{"meta", "·", "note"};
  return fmt::format(
      "<li><span class=\"{}\" role=\"img\" aria-label=\"{}\">{}</span><span>{}</span></li>\n",
      mark.style, mark.word, mark.sign, html(ground.text));
}

}  // namespace

std::string document(std::string_view title, std::string_view head,
                     const std::vector<Section>& sections, std::string_view foot) {
  std::string links;
  std::string bodies;
  for (const Section& section : sections) {
    if (section.body.empty()) {
      continue;
    }
    links += fmt::format("<li><a href=\"#{}\">{}</a></li>", section.id, html(section.title));
    bodies +=
        fmt::format("<section aria-labelledby=\"{0}\">\n<h2 id=\"{0}\">{1}</h2>\n{2}</section>\n",
                    section.id, html(section.title), section.body);
  }
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
      "style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"referrer\" content=\"no-referrer\">\n"
      "<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n"
      "<a class=\"skip\" href=\"#content\">To the results</a>\n"
      "{}<nav aria-label=\"Sections\"><ul>{}</ul></nav>\n<main id=\"content\">\n{}</main>\n"
      "<footer>{}</footer>\n</body>\n</html>\n",
      html(title), report_style(), head, links, bodies, foot);
}

std::string head(Standing standing, std::string_view kicker, std::string_view headline,
                 std::string_view summary, const std::vector<ReportGround>& grounds) {
  const Look look = look_of(standing);
  std::string list;
  for (const ReportGround& each : grounds) {
    list += ground(each);
  }
  return fmt::format(
      "<header class=\"{}\">\n<p class=\"kicker\">{}</p>\n"
      "<h1><span class=\"sign\" aria-hidden=\"true\">{}</span>{}</h1>\n<p class=\"lead\">{}</p>\n"
      "<p class=\"grounds-title\">{}</p>\n<ul class=\"grounds\">\n{}</ul>\n</header>\n",
      look.style, html(kicker), look.sign, html(headline), html(summary),
      standing == Standing::kHeld ? "Why this can be believed" : "What this rests on", list);
}

std::string numbers(const std::vector<std::pair<std::string, std::string>>& list) {
  std::string out = "<dl class=\"numbers\">";
  for (const auto& [label, value] : list) {
    out += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>", html(label), html(value));
  }
  return out + "</dl>\n";
}

std::string scrolling(std::string_view label, std::string_view body) {
  return fmt::format(
      "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{}\">\n{}</div>\n",
      html(label), body);
}

std::string folded(std::string_view summary, std::string_view body) {
  return fmt::format("<details><summary>{}</summary>\n{}</details>\n", html(summary), body);
}

std::string command(std::string_view line) {
  return fmt::format("<code class=\"cmd\">{}</code>\n", html(line));
}

}  // namespace holdfast::html_page
