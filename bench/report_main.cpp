// Reads what the benchmarks printed and prints the table: bench_report SAMPLES PAIRS_MIN LOAD
// [JSON]
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "bench/report.h"

namespace holdfast::bench {
namespace {

int run(int count, char** words) {
  const int pairs_min = count >= 4 ? std::atoi(words[2]) : 0;
  if (count < 4 || count > 5 || pairs_min < 1) {
    std::fprintf(stderr, "usage: bench_report SAMPLES PAIRS_MIN LOAD [JSON-FILE]\n");
    return 2;
  }
  std::ifstream file(words[1], std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) {
    std::fprintf(stderr, "bench_report: %s: cannot be read\n", words[1]);
    return 2;
  }
  const Result<Samples> samples = read_samples(text.str());
  if (!samples) {
    std::fprintf(stderr, "bench_report: %s\n", samples.error().text().c_str());
    return 2;
  }
  std::vector<RowResult> results;
  for (const Row& row : rows()) {
    results.push_back(judge(row, *samples, static_cast<std::size_t>(pairs_min)));
  }
  std::fputs(table(results).c_str(), stdout);
  if (count == 5) {
    std::ofstream out(words[4], std::ios::binary);
    out << json(results, *samples, words[3]);
    if (!out.flush()) {
      std::fprintf(stderr, "bench_report: %s: cannot be written\n", words[4]);
      return 2;
    }
  }
  return 0;
}

}  // namespace
}  // namespace holdfast::bench

int main(int count, char** words) { return holdfast::bench::run(count, words); }
