// A simulation as one HTML file: what became of each item, round by round, and whether the verifier
// noticed.
#include <fmt/format.h>

#include <algorithm>

#include "harness/markup.h"
#include "harness/report_html.h"
#include "harness/report_html_charts.h"
#include "harness/report_html_page.h"
#include "harness/simulation_report.h"

namespace holdfast {
namespace {

using markup::html;

// Beyond, a column stands for several rounds and shows the worst of them.
constexpr std::size_t kColumnsMax = 60;
constexpr std::size_t kRoundsListedMax = 500;

std::string_view style_of(Fate fate) {
  switch (fate) {
    case Fate::kUnborn:
      return "";
    case Fate::kOver:
      return "f-over";
    case Fate::kCarried:
      return "f-carried";
    case Fate::kChanged:
      return "f-changed";
    case Fate::kLabelOnly:
      return "f-label";
    case Fate::kAbsent:
      return "f-absent";
    case Fate::kRevived:
      return "f-revived";
  }
  return {};
}

std::string legend() {
  std::string out = "<ul class=\"legend\">";
  for (const auto& [fate, word] :
       {std::pair{Fate::kCarried, "carried"}, std::pair{Fate::kChanged, "changed"},
        std::pair{Fate::kLabelOnly, "only a label"}, std::pair{Fate::kAbsent, "absent"},
        std::pair{Fate::kRevived, "revived although over"}, std::pair{Fate::kOver, "over"}}) {
    out += fmt::format("<li><span class=\"tile {}\">{}</span>{}</li>", style_of(fate),
                       letter_of(fate), word);
  }
  return out +
         "<li><span class=\"v-accept\">a</span> accepted</li><li><span class=\"v-reject\">r</span> "
         "refused</li><li><span class=\"tile v-bad\">A</span>a loss was accepted</li>"
         "<li><span class=\"tile v-bad\">R</span>refused although nothing fell</li>"
         "<li><span class=\"tile v-bad\">?</span>no verdict</li></ul>\n";
}

struct Verdict {
  int gravity = 0;
  char letter = ' ';
  std::string_view style;
  std::string_view word;
};

Verdict verdict_of(const SimulationFacts::Round& round) {
  if (round.verdict.empty()) {
    return {0, ' ', "", "nothing was compacted"};
  }
  if (round.verdict == "accept") {
    return round.lost() ? Verdict{4, 'A', "v-bad", "accepted although something fell"}
                        : Verdict{1, 'a', "v-accept", "accepted"};
  }
  if (round.verdict == "reject") {
    return round.lost() ? Verdict{2, 'r', "v-reject", "refused"}
                        : Verdict{3, 'R', "v-bad", "refused although nothing fell"};
  }
  return {3, '?', "v-bad", "no verdict"};
}

class Map {
 public:
  explicit Map(const SimulationFacts& facts)
      : facts_(facts),
        step_(std::max<std::size_t>(1, (facts.rounds.size() + kColumnsMax - 1) / kColumnsMax)) {}

  std::string html_table() const {
    std::string rows = verdict_row();
    for (std::size_t i = 0; i < facts_.items.size(); ++i) {
      rows += item_row(i);
    }
    const std::string each =
        step_ == 1 ? "one column a round"
                   : fmt::format("one column for {} rounds, which shows the worst of them", step_);
    return fmt::format(
        "<table class=\"map\"><caption>Items by rounds: {}</caption>\n<thead>{}</thead>\n"
        "<tbody>\n{}</tbody></table>\n",
        each, head(), rows);
  }

 private:
  template <typename Visit>
  void columns(const Visit& visit) const {
    for (std::size_t begin = 0; begin < facts_.rounds.size(); begin += step_) {
      visit(begin, std::min(begin + step_, facts_.rounds.size()));
    }
  }

  std::string head() const {
    std::string out = "<tr><th scope=\"col\">round</th>";
    std::size_t column = 0;
    columns([&](std::size_t begin, std::size_t) {
      // More numbers do not fit.
      const std::uint64_t round = facts_.rounds[begin].round;
      const bool named = column == 0 || (step_ == 1 ? round % 5 == 0 : column % 5 == 0);
      ++column;
      out += named ? fmt::format("<th scope=\"col\">{}</th>", round) : std::string("<td></td>");
    });
    return out + "<th scope=\"col\">fell</th></tr>\n";
  }

  std::string verdict_row() const {
    std::string out = "<tr><th scope=\"row\">verdict</th>";
    columns([&](std::size_t begin, std::size_t end) {
      Verdict worst;
      for (std::size_t r = begin; r < end; ++r) {
        const Verdict verdict = verdict_of(facts_.rounds[r]);
        worst = verdict.gravity > worst.gravity ? verdict : worst;
      }
      out += fmt::format("<td class=\"{}\">{}</td>", worst.style, worst.letter);
    });
    return out + "<td class=\"fell\"></td></tr>\n";
  }

  std::string item_row(std::size_t i) const {
    const SimulationFacts::Item& item = facts_.items[i];
    std::string out =
        fmt::format("<tr><th scope=\"row\" title=\"{}\">{}</th>", html(item.label), html(item.id));
    columns([&](std::size_t begin, std::size_t end) {
      Fate fate = Fate::kUnborn;
      for (std::size_t r = begin; r < end; ++r) {
        fate = std::max(fate, facts_.rounds[r].fates[i]);
      }
      out += fmt::format("<td class=\"{}\">{}</td>", style_of(fate), letter_of(fate));
    });
    std::string to = item.fell_to;
    std::replace(to.begin(), to.end(), '_', ' ');
    return out + (item.fell == 0 ? std::string("<td class=\"fell\"></td></tr>\n")
                                 : fmt::format("<td class=\"fell\">round {}: {}</td></tr>\n",
                                               item.fell, html(to)));
  }

  const SimulationFacts& facts_;
  std::size_t step_;
};

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    text += (text.empty() ? "" : ", ") + word;
  }
  return text;
}

std::string round_table(const SimulationFacts& facts) {
  std::string rows;
  const std::size_t shown = std::min(facts.rounds.size(), kRoundsListedMax);
  for (std::size_t i = 0; i < shown; ++i) {
    const SimulationFacts::Round& round = facts.rounds[i];
    const auto lost =
        static_cast<std::size_t>(std::count_if(round.fates.begin(), round.fates.end(), is_loss));
    const Verdict verdict = verdict_of(round);
    std::string what(verdict.word);
    what += round.reasons.empty() ? "" : ": " + joined(round.reasons);
    what += round.note.empty() ? "" : ": " + round.note;
    what += round.order_lost ? "; the order of events was lost" : "";
    what += round.invented > 0 ? fmt::format("; {} invented", round.invented) : "";
    rows += fmt::format(
        "<tr><th scope=\"row\">{}</th><td>{} → {}</td><td>{} → {}</td><td>{}</td>"
        "<td class=\"text\">{}</td></tr>\n",
        round.round, grouped(round.messages_before), grouped(round.messages_after),
        grouped(round.characters_before), grouped(round.characters_after),
        round.verdict.empty() ? std::string("–") : std::to_string(lost), html(what));
  }
  std::string out = html_page::scrolling(
      "Rounds",
      fmt::format("<table><caption>Rounds</caption><thead><tr><th scope=\"col\">round</th>"
                  "<th scope=\"col\">messages</th><th scope=\"col\">characters</th>"
                  "<th scope=\"col\">fallen</th><th scope=\"col\" class=\"text\">verdict</th></tr>"
                  "</thead>\n<tbody>\n{}</tbody></table>\n",
                  rows));
  if (facts.rounds.size() > shown) {
    out += fmt::format("<p class=\"note\">{} are left out here; the record holds them.</p>\n",
                       counted(facts.rounds.size() - shown, "further round", "further rounds"));
  }
  return out;
}

std::string size_chart(const SimulationFacts& facts) {
  std::vector<SizePoint> points;
  points.reserve(facts.rounds.size());
  for (const SimulationFacts::Round& round : facts.rounds) {
    points.push_back({round.round, round.characters_before, round.characters_after});
  }
  return context_size_chart(points);
}

}  // namespace

std::string simulation_html(const SimulationFacts& facts) {
  const std::string kicker =
      "Holdfast simulation of " + facts.pipeline + ", judged by " + facts.verifier;
  const std::string map =
      legend() + html_page::scrolling("Items by rounds", Map(facts).html_table());
  return html_page::document(
      facts.headline + " · Holdfast",
      html_page::head(facts.standing, kicker, facts.headline, facts.summary, facts.grounds),
      {{"numbers", "In numbers",
        html_page::numbers({{"rounds", grouped(facts.rounds.size())},
                            {"compactions", grouped(facts.compactions)},
                            {"items", grouped(facts.items.size())},
                            {"items that fell", grouped(facts.fell_count())},
                            {"refused", grouped(facts.refused)},
                            {"losses accepted", grouped(facts.survivors)},
                            {"false alarms", grouped(facts.false_alarms)},
                            {"seed", facts.seed}})},
       {"map", "What became of each item", map},
       {"size", "The context", size_chart(facts)},
       {"rounds", "Round by round", round_table(facts)},
       {"again", "Run it again",
        html_page::command(facts.again) +
            "<p class=\"note\">With --detours, --japanese and --verifier as they were given then: "
            "the record does not hold them.</p>\n"}},
      "This page needs neither network nor script.");
}

}  // namespace holdfast
