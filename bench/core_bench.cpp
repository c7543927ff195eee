// Times the core. Each part prints lines that bench_report reads: KEY, pair, nanoseconds.
//
//   core_bench inputs FOLDER              writes the two documents that the rivals read
//   core_bench hash PAIR BATCH_MS         SHA-256 of 855 bytes: how fast is this machine?
//   core_bench checksum PAIRS BATCH_MS    a checksum and OpenSSL alone over the same bytes, in turn
//   core_bench verdict PAIR BATCH_MS      two texts in, the complete verdict out
//   core_bench growth SIZE_MAX BATCH_MS   the check of lists of 10 to SIZE_MAX items
//   core_bench ledger LINES PAIRS         a ledger's file read and verified, and its bytes put
//                                         through SHA-256 alone, in turn; each once a pair and for
//                                         one MB
#include <openssl/evp.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "bench/inputs.h"
#include "bench/timing.h"
#include "core/check.h"
#include "core/checksum.h"
#include "core/compaction.h"
#include "core/document.h"
#include "core/json.h"
#include "core/ledger_file.h"
#include "core/sha256.h"

namespace holdfast::bench {
namespace {

// OpenSSL as a program would use it that does nothing else: the algorithm fetched once, one context
// used again, one update.
class BareSha256 {
 public:
  void run(std::string_view bytes) {
    begin();
    add(bytes);
    end();
  }
  void begin() { CHECK(EVP_DigestInit_ex2(context_, algorithm_, nullptr) == 1); }
  void add(std::string_view bytes) {
    CHECK(EVP_DigestUpdate(context_, bytes.data(), bytes.size()) == 1);
  }
  void end() {
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned int size_bytes = 0;
    CHECK(EVP_DigestFinal_ex(context_, digest, &size_bytes) == 1);
    keep(digest);
  }
  ~BareSha256() {
    EVP_MD_CTX_free(context_);
    EVP_MD_free(algorithm_);
  }

 private:
  EVP_MD* algorithm_ = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  EVP_MD_CTX* context_ = EVP_MD_CTX_new();
};

std::string text_of(const Manifest& manifest) { return write_compact_json(to_value(manifest)); }

bool write_inputs(const std::string& folder) {
  const Manifest before = manifest_with(8);
  std::ofstream(folder + "/before.json", std::ios::binary) << text_of(before);
  std::ofstream after(folder + "/after.json", std::ios::binary);
  after << text_of(shuffled(before));
  return after.flush().good();
}

void time_hash(int pair, double batch_ms) {
  const std::string bytes(855, 'x');
  BareSha256 bare;
  print_sample("hash.855", pair, time_ns([&] { bare.run(bytes); }, batch_ms));
}

void time_checksums(int pairs, double batch_ms) {
  BareSha256 bare;
  for (const std::size_t items : {std::size_t{8}, std::size_t{100}}) {
    const Manifest manifest = manifest_with(items);
    const std::string bytes = checksum_input(manifest, Normalisation::kSc2);
    const std::string key = "checksum_" + std::to_string(items);
    for (int pair = 0; pair < pairs; ++pair) {
      print_sample(key + ".ours", pair,
                   time_ns([&] { keep(semantic_checksum(manifest)); }, batch_ms));
      print_sample(key + ".openssl", pair, time_ns([&] { bare.run(bytes); }, batch_ms));
    }
  }
}

void time_verdicts(int pair, double batch_ms) {
  const Manifest manifest = manifest_with(8);
  const std::string before = text_of(manifest);
  const std::string after = text_of(shuffled(manifest));
  const auto complete = [&] {
    const Verdict verdict =
        check_compaction(read_document(before, Side::kBefore), read_document(after, Side::kAfter));
    CHECK(verdict.pass && !verdict.after_checksum.empty());
  };
  const auto read_bare = [](const std::string& text, Side side) {
    return read_document_value(*read_json(text).value, side);
  };
  CheckOptions no_digests;
  no_digests.checksums = false;
  const auto bare = [&] {
    const Verdict verdict = check_compaction(read_bare(before, Side::kBefore),
                                             read_bare(after, Side::kAfter), no_digests);
    CHECK(verdict.pass && verdict.after_checksum.empty());
  };
  print_sample("verdict.ours", pair, time_ns(complete, batch_ms));
  print_sample("verdict_bare.ours", pair, time_ns(bare, batch_ms));
}

Document document_of(const Manifest& manifest, Side side) {
  Document document = read_document_value(to_value(manifest), side);
  CHECK(document.manifest.has_value());
  return document;
}

void time_growth(std::size_t items_max, double batch_ms) {
  for (std::size_t items = 10; items <= items_max; items *= 10) {
    const Manifest manifest = manifest_with(items);
    const Value tree = to_value(manifest);
    const Document before = document_of(manifest, Side::kBefore);
    const auto time = [&](const std::string& name, const Manifest& other) {
      const Document after = document_of(other, Side::kAfter);
      print_sample("growth_" + name + "." + std::to_string(items), 0,
                   time_ns([&] { keep(check_compaction(before, after)); }, batch_ms));
    };
    time("same", manifest);
    time("shuffled", shuffled(manifest));
    time("dropped", emptied(manifest));
    print_sample("growth_read." + std::to_string(items), 0,
                 time_ns([&] { keep(read_document_value(tree, Side::kBefore)); }, batch_ms));
  }
}

// Half of the lines issue a directive, each of which the next one withdraws. False where it cannot
// be written.
bool write_ledger(const std::string& path, int lines) {
  constexpr std::string_view kText =
      "Do not publish the depths of the harbour, whatever the printer says about it.";
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  std::string prev(64, '0');
  for (int i = 0; i < lines; ++i) {
    Value line = Value::object({{"kind", i % 2 == 0 ? "issued" : "withdrawn"},
                                {"directiveId", "d-" + std::to_string(i / 2)},
                                {"sourceEntryId", "entry-" + std::to_string(i)},
                                {"seq", i + 1},
                                {"prev", prev},
                                {"at", "2026-03-05T09:00:00Z"}});
    if (i % 2 == 0) {
      line.add("sourceSha256", std::string(64, 'a'));
      line.add("span", Value::array({0, static_cast<std::int64_t>(kText.size())}));
      line.add("text", kText);
      line.add("obligations", Value::array({Value::object({{"obligationId", "o-1"},
                                                           {"kind", "prohibition"},
                                                           {"text", "No depth is published."}})}));
    }
    const std::string bytes = write_canonical_json(line);
    prev = sha256_hex(bytes);
    file << bytes << '\n';
  }
  return file.flush().good();
}

void hash_file(BareSha256& bare, const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<char> piece(std::size_t{1} << 20);
  bare.begin();
  do {
    file.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    bare.add({piece.data(), static_cast<std::size_t>(file.gcount())});
  } while (file);
  bare.end();
}

// The file is in the system's cache: it was written a moment ago.
bool time_ledger(int lines, int pairs) {
  std::error_code error;
  const std::filesystem::path path = std::filesystem::temp_directory_path(error) /
                                     ("ledger-bench-" + std::to_string(::getpid()) + ".jsonl");
  const bool written = !error && write_ledger(path, lines);
  BareSha256 bare;
  for (int pair = 0; written && pair < pairs; ++pair) {
    double megabytes = 0;
    const auto read = [&] {
      const auto reading = read_ledger_file(path);
      CHECK(reading.ok() && !reading->damage && reading->fold.lines() == lines);
      megabytes = static_cast<double>(reading->size_bytes) / 1e6;
    };
    const auto hash = [&] { hash_file(bare, path); };
    const double ours_ns = batch_ns(read, 1);
    print_sample("ledger.ours", pair, ours_ns / megabytes);
    print_sample("ledger.sha256", pair, batch_ns(hash, 1) / megabytes);
  }
  std::filesystem::remove(path, error);
  if (!written) {
    std::fprintf(stderr, "core_bench: %s: the ledger cannot be written there; set TMPDIR\n",
                 path.c_str());
  }
  return written;
}

int run(int count, char** words) {
  const std::string_view part = count > 1 ? words[1] : "";
  if (part == "inputs" && count == 3) {
    if (write_inputs(words[2])) {
      return 0;
    }
    std::fprintf(stderr, "core_bench: %s: before.json and after.json cannot be written there\n",
                 words[2]);
    return 2;
  }
  const int number = count == 4 ? std::atoi(words[2]) : -1;
  const double batch_ms = count == 4 ? std::atof(words[3]) : 0;
  if (number < 0 || batch_ms <= 0) {
    std::fprintf(stderr,
                 "usage: core_bench inputs FOLDER | hash PAIR MS | checksum PAIRS MS |"
                 " verdict PAIR MS | growth SIZE_MAX MS | ledger LINES PAIRS\n");
    return 2;
  }
  if (part == "hash") {
    time_hash(number, batch_ms);
  } else if (part == "checksum") {
    time_checksums(number, batch_ms);
  } else if (part == "verdict") {
    time_verdicts(number, batch_ms);
  } else if (part == "growth") {
    time_growth(static_cast<std::size_t>(number), batch_ms);
  } else if (part == "ledger" && number > 0) {
    return time_ledger(number, std::atoi(words[3])) ? 0 : 2;
  } else {
    std::fprintf(stderr, "core_bench: unknown part '%s'\n", words[1]);
    return 2;
  }
  return 0;
}

}  // namespace
}  // namespace holdfast::bench

int main(int count, char** words) { return holdfast::bench::run(count, words); }
