#include "harness/report_html_charts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/markup.h"

namespace holdfast {
namespace {

// The drawing's own units; the page scales it.
constexpr double kWidth = 900;
constexpr double kLeft = 46;
constexpr double kRight = 14;
constexpr std::size_t kBarsMax = 120;

std::string figure(std::string_view label, std::string_view caption, double height,
                   std::string_view drawing) {
  return fmt::format(
      "<figure><figcaption>{}</figcaption>\n<svg viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\" "
      "aria-label=\"{}\">\n{}</svg></figure>\n",
      markup::html(caption), kWidth, height, markup::html(label), drawing);
}

std::string text_at(double x, double y, std::string_view anchor, std::string_view text) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor,
                     markup::html(text));
}

std::string line(double x1, double y1, double x2, double y2) {
  return fmt::format(
      "<line class=\"axis\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>\n", x1, y1,
      x2, y2);
}

// "1.2k", "3M": for axes.
std::string brief(std::uint64_t number) {
  if (number >= 1'000'000) {
    return fmt::format("{:.3g}M", static_cast<double>(number) / 1e6);
  }
  return number >= 10'000 ? fmt::format("{:.3g}k", static_cast<double>(number) / 1e3)
                          : grouped(number);
}

struct Bar {
  std::uint64_t good = 0, survived = 0, other = 0;
  std::uint64_t first = 0, last = 0;  // blocks
};

std::vector<Bar> bars_of(const ReportFacts& facts) {
  const std::size_t step = (facts.blocks.size() + kBarsMax - 1) / kBarsMax;
  std::vector<Bar> bars;
  for (std::size_t i = 0; i < facts.blocks.size(); ++i) {
    const RunBlock& block = facts.blocks[i];
    if (i % step == 0) {
      bars.emplace_back().first = block.block;
    }
    Bar& bar = bars.back();
    bar.last = block.block;
    for (std::size_t k = 0; k < kOutcomeCount; ++k) {
      const auto outcome = static_cast<Outcome>(k);
      (outcome == Outcome::kAccepted ? bar.survived
       : is_failure(outcome)         ? bar.other
                                     : bar.good) += block.counts[k];
    }
  }
  return bars;
}

}  // namespace

std::string time_to_find_chart(const ReportFacts& facts) {
  std::vector<const ReportBucket*> found;
  for (const ReportBucket& bucket : facts.buckets) {
    found.push_back(&bucket);
  }
  if (found.empty()) {
    return {};
  }
  std::sort(found.begin(), found.end(), [](const ReportBucket* a, const ReportBucket* b) {
    return a->first_case < b->first_case;
  });
  constexpr double kTop = 12;
  constexpr double kBottom = 210;
  const double end = std::log10(static_cast<double>(
      std::max<std::uint64_t>({facts.cases, found.back()->first_case + 1, 10})));
  const auto x_of = [&](std::uint64_t cases) {
    return kLeft + (kWidth - kLeft - kRight) *
                       std::log10(static_cast<double>(std::max<std::uint64_t>(cases, 1))) / end;
  };
  const auto most = static_cast<double>(found.size());
  const auto y_of = [&](double count) { return kBottom - (kBottom - kTop) * count / most; };
  std::string drawing = line(kLeft, kBottom, kWidth - kRight, kBottom);
  for (std::uint64_t tick = 1; x_of(tick) <= kWidth - kRight; tick *= 10) {
    drawing += line(x_of(tick), kTop, x_of(tick), kBottom + 4);
    drawing += text_at(x_of(tick), kBottom + 20, "middle", brief(tick));
  }
  drawing += text_at(kLeft - 8, y_of(most) + 4, "end", grouped(found.size()));
  drawing += text_at(kLeft - 8, kBottom + 4, "end", "0");
  drawing += text_at(kWidth - kRight, kBottom + 38, "end", "cases");
  std::string path = fmt::format("M{:.1f} {:.1f}", kLeft, kBottom);
  std::string dots;
  double count = 0;
  for (const ReportBucket* bucket : found) {
    const double x = x_of(bucket->first_case + 1);
    path += fmt::format("H{:.1f}V{:.1f}", x, y_of(++count));
    dots += fmt::format(
        "<circle class=\"dot{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\"><title>{}: case "
        "{}</title></circle>\n",
        bucket->is_survivor() ? "" : " w", x, y_of(count), markup::html(bucket->key.id()),
        grouped(bucket->first_case + 1));
  }
  path += fmt::format("H{:.1f}", kWidth - kRight);
  drawing += fmt::format("<path class=\"curve\" d=\"{}\"/>\n{}", path, dots);
  std::string caption = fmt::format(
      "Kinds of failures known after so many cases: the first at case {}, the last of {} "
      "at case {}",
      grouped(found.front()->first_case + 1), found.size(), grouped(found.back()->first_case + 1));
  if (const double rate = facts.cases_per_second(); rate > 0 && facts.shard.is_whole()) {
    caption += fmt::format(", {} into the run",
                           about_time(static_cast<double>(found.back()->first_case + 1) / rate));
  }
  return figure("Time to find: " + caption, caption + ".", kBottom + 44, drawing);
}

std::string along_the_run_chart(const ReportFacts& facts) {
  if (facts.blocks.size() < 2 || facts.buckets.empty()) {
    return {};
  }
  constexpr double kTop = 8;
  constexpr double kBottom = 120;
  const std::vector<Bar> bars = bars_of(facts);
  std::uint64_t most = 1;
  for (const Bar& bar : bars) {
    most = std::max(most, bar.good + bar.survived + bar.other);
  }
  const double step = (kWidth - kLeft - kRight) / static_cast<double>(bars.size());
  std::string drawing = line(kLeft, kBottom, kWidth - kRight, kBottom);
  for (std::size_t i = 0; i < bars.size(); ++i) {
    double top = kBottom;
    for (const auto& [count, style] :
         {std::pair{bars[i].survived, "bar-bad"}, std::pair{bars[i].other, "bar-warn"},
          std::pair{bars[i].good, "bar-good"}}) {
      const double height =
          (kBottom - kTop) * static_cast<double>(count) / static_cast<double>(most);
      top -= height;
      if (count > 0) {
        drawing += fmt::format(
            "<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>\n",
            style, kLeft + step * static_cast<double>(i), top, std::max(step - 1, 0.8), height);
      }
    }
  }
  drawing += text_at(kLeft - 8, kTop + 8, "end", brief(most));
  drawing += text_at(kLeft, kBottom + 18, "start", fmt::format("block {}", bars.front().first + 1));
  drawing +=
      text_at(kWidth - kRight, kBottom + 18, "end", fmt::format("block {}", bars.back().last + 1));
  const std::string caption = fmt::format(
      "Along the run, {} of {} cases: accepted damage in red, other failures in amber, "
      "the rest in green",
      counted(facts.blocks.size(), "block", "blocks"), grouped(facts.block_cases));
  return figure(caption, caption + ".", kBottom + 24, drawing);
}

std::string context_size_chart(const std::vector<SizePoint>& points) {
  if (points.size() < 2) {
    return {};
  }
  constexpr double kTop = 10;
  constexpr double kBottom = 150;
  std::uint64_t most = 1;
  for (const SizePoint& point : points) {
    most = std::max({most, point.before, point.after});
  }
  const auto x_of = [&](std::size_t i) {
    return kLeft + (kWidth - kLeft - kRight) * static_cast<double>(i) /
                       static_cast<double>(points.size() - 1);
  };
  const auto y_of = [&](std::uint64_t size) {
    return kBottom - (kBottom - kTop) * static_cast<double>(size) / static_cast<double>(most);
  };
  std::string before;
  std::string after;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const char command = i == 0 ? 'M' : 'L';
    before += fmt::format("{}{:.1f} {:.1f}", command, x_of(i), y_of(points[i].before));
    after += fmt::format("{}{:.1f} {:.1f}", command, x_of(i), y_of(points[i].after));
  }
  std::string drawing = line(kLeft, kBottom, kWidth - kRight, kBottom);
  drawing += fmt::format("<path class=\"before\" d=\"{}\"/>\n<path class=\"after\" d=\"{}\"/>\n",
                         before, after);
  drawing +=
      text_at(kLeft - 8, kTop + 6, "end", brief(most)) + text_at(kLeft - 8, kBottom, "end", "0");
  drawing += text_at(kLeft, kBottom + 18, "start", fmt::format("round {}", points.front().round));
  drawing +=
      text_at(kWidth - kRight, kBottom + 18, "end", fmt::format("round {}", points.back().round));
  const std::string caption = fmt::format(
      "Characters of the context, before (grey) and after (blue) each compaction; at most {}",
      grouped(most));
  return figure(caption, caption + ".", kBottom + 24, drawing);
}

}  // namespace holdfast
