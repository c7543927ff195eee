#include "harness/report_html.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "harness/markup.h"
#include "harness/report_difference.h"
#include "harness/report_html_charts.h"
#include "harness/report_html_page.h"

namespace holdfast {
namespace {

using markup::html;

// A page of thousands of cases opens slowly and nobody reads it; the record has them all.
constexpr std::size_t kFindingsShownMax = 150;

std::string anchor_of(const ReportFacts& facts, std::string_view strategy) {
  for (std::size_t i = 0; i < facts.buckets.size(); ++i) {
    if (facts.buckets[i].key.strategy == strategy && i < kFindingsShownMax) {
      return fmt::format("#finding-{}", i + 1);
    }
  }
  return {};
}

struct Heat {
  std::string style;
  std::string sign;
};

// Survivors decide; the share that got through is the depth of the colour.
Heat heat_of(const ReportRow& row) {
  const std::uint64_t asked = row.asked();
  if (asked == 0) {
    return {"n", "–"};
  }
  const std::uint64_t survived = row.of(Outcome::kAccepted);
  if (survived > 0) {
    const double share = static_cast<double>(survived) / static_cast<double>(asked);
    return {share > 0.9 ? "h3" : share > 0.5 ? "h2" : "h1", fmt::format("✗{:.0f}%", share * 100)};
  }
  if (row.of(Outcome::kRejected) < asked) {
    const double share =
        static_cast<double>(row.of(Outcome::kRejected)) / static_cast<double>(asked);
    return {"w", fmt::format("!{:.0f}%", std::floor(share * 100))};
  }
  return {"", ""};
}

std::string tile(const ReportFacts& facts, const ReportRow& row) {
  const Heat heat = heat_of(row);
  const std::string anchor = anchor_of(facts, row.name);
  const std::string text =
      html(row.name) + (heat.sign.empty() ? "" : fmt::format(" <b>{}</b>", heat.sign));
  const std::string title = html(
      fmt::format("{} of {} refused rightly, {} got through{}", grouped(row.of(Outcome::kRejected)),
                  grouped(row.asked()), grouped(row.of(Outcome::kAccepted)),
                  row.summary.empty() ? "" : ". " + row.summary));
  return anchor.empty()
             ? fmt::format("<li><span class=\"tile {}\" title=\"{}\">{}</span></li>\n", heat.style,
                           title, text)
             : fmt::format("<li><a class=\"tile {}\" href=\"{}\" title=\"{}\">{}</a></li>\n",
                           heat.style, anchor, title, text);
}

std::string legend() {
  std::string out = "<ul class=\"legend\">";
  for (const auto& [style, sign, word] :
       {std::tuple{"", "&nbsp;", "all refused for a right reason"},
        std::tuple{"w", "!", "not all for a right reason (the share that was)"},
        std::tuple{"h1", "✗", "some got through"}, std::tuple{"h2", "✗", "more than half"},
        std::tuple{"h3", "✗", "more than 90 %"}, std::tuple{"n", "–", "not asked"}}) {
    out += fmt::format("<li><span class=\"tile {}\">{}</span>{}</li>", style, sign, word);
  }
  return out + "</ul>\n";
}

std::string invariant_label(const std::string& invariant) {
  std::string text = invariant.empty() ? "other" : invariant;
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

std::string heat_map(const ReportFacts& facts) {
  std::string rows;
  for (auto row = facts.strategies.begin(); row != facts.strategies.end();) {
    const std::string invariant = row->invariant;
    std::string tiles;
    std::uint64_t asked = 0;
    std::uint64_t through = 0;
    for (; row != facts.strategies.end() && row->invariant == invariant; ++row) {
      tiles += tile(facts, *row);
      asked += row->asked();
      through += row->of(Outcome::kAccepted);
    }
    rows += fmt::format(
        "<tr><th scope=\"row\">{}<br><span class=\"meta\">{}</span></th>"
        "<td><ul class=\"tiles\">\n{}</ul></td></tr>\n",
        html(invariant_label(invariant)),
        through > 0 ? fmt::format("<span class=\"bad-ink\">{} of {}</span>", grouped(through),
                                  grouped(asked))
                    : "0 of " + grouped(asked),
        tiles);
  }
  return rows.empty()
             ? rows
             : fmt::format(
                   "<div class=\"scroll\"><table class=\"heat\"><caption>By what the damage "
                   "violates: each strategy, and how much of it got through</caption>\n"
                   "<thead><tr><th scope=\"col\">invariant</th><th scope=\"col\">strategies</th>"
                   "</tr></thead>\n<tbody>\n{}</tbody></table></div>\n",
                   rows);
}

std::string cell(std::uint64_t number, std::string_view style = {}) {
  return number == 0 ? std::string("<td class=\"zero\">0</td>")
                     : fmt::format("<td class=\"{}\">{}</td>", style, grouped(number));
}

std::uint64_t accidents_of(const ReportRow& row) {
  return row.of(Outcome::kTimeout) + row.of(Outcome::kCrash) + row.of(Outcome::kMalformed);
}
std::uint64_t others_of(const ReportRow& row) {
  return row.of(Outcome::kIndeterminate) + row.of(Outcome::kNondeterministic) +
         row.of(Outcome::kOrderDependent) + row.of(Outcome::kLeak);
}

std::string number_table(const ReportFacts& facts) {
  std::string rows;
  for (const ReportRow& row : facts.strategies) {
    rows += fmt::format("<tr><th scope=\"row\" class=\"mono\">{}</th><td class=\"text\">{}</td>",
                        html(row.name), html(invariant_label(row.invariant)));
    rows += cell(row.asked()) + cell(row.of(Outcome::kRejected), "good-ink") +
            cell(row.of(Outcome::kRejectedWrongReason), "warn-ink") +
            cell(row.of(Outcome::kAccepted), "bad-ink") + cell(accidents_of(row), "warn-ink") +
            cell(others_of(row), "warn-ink") + cell(row.of(Outcome::kEquivalent)) +
            cell(row.of(Outcome::kNotAsked)) + "</tr>\n";
  }
  const std::string table = fmt::format(
      "<table><caption>Outcomes by strategy</caption><thead><tr>"
      "<th scope=\"col\">strategy</th><th scope=\"col\" class=\"text\">invariant</th>"
      "<th scope=\"col\">asked</th><th scope=\"col\">refused rightly</th>"
      "<th scope=\"col\">wrong reason</th><th scope=\"col\">got through</th>"
      "<th scope=\"col\">accident</th><th scope=\"col\">other</th>"
      "<th scope=\"col\">equivalent</th><th scope=\"col\">not asked</th></tr></thead>\n"
      "<tbody>\n{}</tbody></table>\n",
      rows);
  std::string out =
      html_page::folded("All numbers", html_page::scrolling("Outcomes by strategy", table));
  if (!facts.never_applied.empty()) {
    std::string names;
    for (const std::string& name : facts.never_applied) {
      names += fmt::format("<li>{}</li>", html(name));
    }
    out += html_page::folded(
        counted(facts.never_applied.size(), "strategy", "strategies") + " with nothing to damage",
        "<ul class=\"names\">" + names + "</ul>\n");
  }
  return out;
}

std::string kill_matrix(const ReportFacts& facts) {
  const std::string map = heat_map(facts);
  return map.empty() ? map : legend() + map + number_table(facts);
}

std::string marked(const DiffRow& row, const std::string& text, std::string_view tag) {
  const std::size_t shared = row.shared_begin + row.shared_end;
  if (row.kind != DiffRow::Kind::kChanged || shared == 0 || shared > text.size()) {
    return html(text);
  }
  const std::string_view view = text;
  return html(view.substr(0, row.shared_begin)) +
         fmt::format("<{0}>{1}</{0}>", tag,
                     html(view.substr(row.shared_begin, text.size() - shared))) +
         html(view.substr(text.size() - row.shared_end));
}

std::string diff_row(const DiffRow& row) {
  switch (row.kind) {
    case DiffRow::Kind::kGap:
      return fmt::format("<tr class=\"gap\"><td colspan=\"2\">{}</td></tr>\n",
                         counted(row.left_out, "more line", "more lines"));
    case DiffRow::Kind::kSame:
      return fmt::format("<tr class=\"same\"><td>{}</td><td>{}</td></tr>\n", html(row.before),
                         html(row.after));
    case DiffRow::Kind::kRemoved:
      return fmt::format("<tr><td class=\"del\">{}</td><td class=\"empty\"></td></tr>\n",
                         html(row.before));
    case DiffRow::Kind::kAdded:
      return fmt::format("<tr><td class=\"empty\"></td><td class=\"ins\">{}</td></tr>\n",
                         html(row.after));
    case DiffRow::Kind::kChanged:
      return fmt::format("<tr><td class=\"del\">{}</td><td class=\"ins\">{}</td></tr>\n",
                         marked(row, row.before, "del"), marked(row, row.after, "ins"));
  }
  return {};
}

std::string difference(const ReportFacts& facts, const ReportBucket& bucket) {
  if (!bucket.smallest) {
    return fmt::format(
        "<p class=\"meta\">Case <code>{}</code>. The record names it by its id only: its documents "
        "came from a session.</p>\n",
        html(bucket.case_id));
  }
  const SideBySide sides = side_by_side(*bucket.smallest, facts.show_text);
  std::string rows;
  for (const DiffRow& row : sides.rows) {
    rows += diff_row(row);
  }
  std::string note = sides.note;
  if (!facts.show_text) {
    note += std::string(note.empty() ? "" : " ") +
            "Texts are shown as their length: the documents came from a session.";
  }
  return (note.empty() ? "" : fmt::format("<p class=\"meta\">{}</p>\n", html(note))) +
         html_page::scrolling(
             "Both documents of case " + bucket.case_id,
             fmt::format("<table class=\"diff\"><thead><tr><th scope=\"col\">{}</th><th "
                         "scope=\"col\">{}</th></tr></thead>\n<tbody>\n{}</tbody></table>\n",
                         html(sides.before_title), html(sides.after_title), rows));
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    text += (text.empty() ? "" : ", ") + word;
  }
  return text;
}

std::string finding(const ReportFacts& facts, const ReportBucket& bucket, std::size_t number) {
  std::string out = fmt::format(
      "<article class=\"find\" aria-labelledby=\"finding-{0}\">\n<div class=\"what\">"
      "<h3 id=\"finding-{0}\">{1}</h3><span class=\"badge {2}\">{3}</span>"
      "<span class=\"meta\">{4}</span></div>\n",
      number, html(bucket.key.strategy), bucket.is_survivor() || bucket.is_control() ? "bad" : "",
      html(bucket.is_survivor() ? "got through" : describe(bucket.key.outcome)),
      html(invariant_label(bucket.key.invariant)));
  if (bucket.smallest && !bucket.smallest->comment.empty()) {
    out += fmt::format("<p>{}</p>\n", html(bucket.smallest->comment));
  }
  const double rate = facts.shard.is_whole() ? facts.cases_per_second() : 0;
  out += fmt::format(
      "<p class=\"meta\">{}, the first is case {}{}. {}</p>\n",
      counted(bucket.count, "case", "cases"), grouped(bucket.first_case),
      rate > 0
          ? ", " + about_time(static_cast<double>(bucket.first_case + 1) / rate) + " into the run"
          : "",
      bucket.minimal ? "Below is the smallest form of it."
                     : "Below it stands as it was left: no smaller form is known.");
  if (!bucket.reasons.empty()) {
    out += fmt::format("<p class=\"meta\">The subject named <code>{}</code>",
                       html(joined(bucket.reasons)));
    out += bucket.smallest && !bucket.smallest->expect.codes.empty()
               ? fmt::format("; expected was one of <code>{}</code>.</p>\n",
                             html(joined(bucket.smallest->expect.codes)))
               : ".</p>\n";
  }
  if (!bucket.diagnosis.empty()) {
    out += fmt::format("<p class=\"meta\">{}</p>\n", html(bucket.diagnosis));
  }
  return out + difference(facts, bucket) + "</article>\n";
}

std::string findings(const ReportFacts& facts) {
  std::string out;
  for (std::size_t i = 0; i < facts.buckets.size() && i < kFindingsShownMax; ++i) {
    out += finding(facts, facts.buckets[i], i + 1);
  }
  if (facts.buckets.size() > kFindingsShownMax) {
    out += fmt::format(
        "<p class=\"note\">{} are left out here; the record holds them.</p>\n",
        counted(facts.buckets.size() - kFindingsShownMax, "further one", "further ones"));
  }
  return out;
}

std::string control_table(const ReportFacts& facts) {
  std::string rows;
  for (const ReportRow& row : facts.controls) {
    const std::uint64_t accepted = row.of(Outcome::kControlAccepted);
    rows += fmt::format(
        "<tr><th scope=\"row\" class=\"mono\">{}</th><td class=\"text\">{}</td>{}{}{}{}</tr>\n",
        html(row.name), html(row.summary), cell(row.asked()), cell(accepted, "good-ink"),
        cell(row.asked() - accepted, "bad-ink"), cell(row.of(Outcome::kNotAsked)));
  }
  if (rows.empty()) {
    return rows;
  }
  return "<p class=\"note\">Changes without meaning, mixed in among the damage. A verifier that "
         "refuses one of them is only saying no.</p>\n" +
         html_page::scrolling(
             "Controls",
             fmt::format(
                 "<table><caption>Controls</caption><thead><tr><th scope=\"col\">control</th>"
                 "<th scope=\"col\" class=\"text\">what it changes</th>"
                 "<th scope=\"col\">asked</th><th scope=\"col\">accepted</th>"
                 "<th scope=\"col\">not accepted</th><th scope=\"col\">not asked</th></tr>"
                 "</thead>\n<tbody>\n{}</tbody></table>\n",
                 rows));
}

std::string run_numbers(const ReportFacts& facts) {
  std::vector<std::pair<std::string, std::string>> list = {
      {"cases", grouped(facts.cases)},
      {"damaged documents", grouped(facts.asked())},
      {"refused rightly", grouped(facts.of(Outcome::kRejected))},
      {"got through", grouped(facts.of(Outcome::kAccepted))}};
  if (facts.times) {
    const double rate = facts.cases_per_second();
    list.emplace_back("time",
                      fmt::format("{:.1f} s", static_cast<double>(facts.times->elapsed_ms) / 1000));
    list.emplace_back("cases per second",
                      rate > 0 ? grouped(static_cast<std::uint64_t>(rate)) : "–");
    list.emplace_back("workers", grouped(facts.times->workers));
  }
  list.emplace_back("seed", facts.seed);
  return html_page::numbers(list);
}

std::string replay(const ReportFacts& facts) {
  std::string out =
      "<p class=\"note\">The same seed and number of cases give the same record, byte for byte, on "
      "any machine and with any number of workers.</p>\n" +
      html_page::command(facts.again);
  if (!facts.buckets.empty()) {
    out += "<p class=\"note\">One case again, from the store of the run that found it:</p>\n" +
           html_page::command("holdfast replay .holdfast/failures/" +
                              facts.buckets.front().key.id() + ".json");
  }
  return out;
}

}  // namespace

std::string run_html(const ReportFacts& facts) {
  const std::string subject =
      facts.subject_name + (facts.subject_version.empty() ? "" : " ") + facts.subject_version;
  const std::string kicker =
      "Holdfast hunt against " + subject +
      (facts.subject_identity == "built-in" ? "" : " (" + facts.subject_identity + ")") +
      (facts.shard.is_whole() ? "" : ", shard " + facts.shard.text());
  const std::string head =
      html_page::head(facts.standing, kicker, facts.headline, facts.summary, facts.grounds);
  const std::string foot = fmt::format(
      "Holdfast {}. Documents: {}, {}. Policy {}. This page needs neither network nor "
      "script.",
      html(facts.holdfast_version), facts.generated ? "generated" : "from a session",
      html(joined(facts.schemas)), html(facts.policy));
  return html_page::document(
      facts.headline + " · Holdfast", head,
      {{"numbers", "In numbers", run_numbers(facts)},
       {"matrix", "Kill matrix", kill_matrix(facts)},
       {"findings", facts.survivor_kinds() > 0 ? "What got through" : "To look at",
        findings(facts)},
       {"time", "When", time_to_find_chart(facts) + along_the_run_chart(facts)},
       {"controls", "Controls", control_table(facts)},
       {"again", "Run it again",
        (facts.error.empty() ? "" : "<p>" + html(facts.error) + "</p>\n") + replay(facts)}},
      foot);
}

}  // namespace holdfast
