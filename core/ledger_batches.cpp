// The model: a ring of batches. A batch is filled from the file, then scanned, then folded, which
// is what the caller's `take` does; then its place is free again. Filling is done under the lock,
// one batch after the other; scanning by any thread, without the lock; folding by the thread that
// asked, in order, without the lock. That thread folds where it can and scans where it cannot; the
// others scan only. So nothing waits as long as there is something to do, and without a second
// thread the same code reads, scans and folds in turn.
//
// Who may touch a batch is said by its stage, which changes under the lock only: in `kScanning` the
// thread that filled it, in `kReady` the one that folds.
#include "core/ledger_batches.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "core/ledger_scan.h"
#include "core/sha256.h"

namespace holdfast {
namespace {

// Some 1,500 lines: few enough to stay in a core's cache between scanning and folding, and enough
// to make the hand-over cost nothing.
constexpr std::size_t kBatchBytes = std::size_t{1} << 19;
// Of one scan, so that a file of nothing but line ends does not need hundreds of bytes for each.
constexpr std::size_t kScannedLinesMax = 4096;
// Folding is what one thread alone does, and takes about a quarter of all time.
constexpr unsigned kThreadsUsefulMax = 4;
constexpr off_t kThreadedBytesMin = off_t{4} << 20;
constexpr std::size_t kBatchesPerThread = 2;

enum class Stage { kFree, kScanning, kReady };

struct Batch {
  Stage stage = Stage::kFree;
  std::vector<char> bytes;         // whole lines; grows for a long one
  std::string_view to_be_scanned;  // of `bytes`
  std::vector<ReadyLedgerLine> lines;
  std::size_t line_count = 0;  // of `lines`
  bool last = false;
  LedgerBatchesEnd end;  // of the last one
};

// Cuts off and looks at the next lines of the batch, as many as one scan takes.
void scan(Batch& batch, bool quick) {
  batch.line_count = 0;
  while (!batch.to_be_scanned.empty() && batch.line_count < kScannedLinesMax) {
    if (batch.line_count == batch.lines.size()) {
      batch.lines.emplace_back();
    }
    ReadyLedgerLine& line = batch.lines[batch.line_count++];
    line.bytes = batch.to_be_scanned.substr(0, batch.to_be_scanned.find('\n'));
    batch.to_be_scanned.remove_prefix(line.bytes.size() + 1);
    line.quick = quick && line.bytes.size() <= kLedgerLineBytesMax &&
                 scan_ledger_line(line.bytes, line.view);
    if (line.quick) {
      line.sha256.clear();
      append_hex(line.sha256, sha256(line.bytes));
    }
  }
  // Only now that no line moves any more.
  for (std::size_t i = 0; i < batch.line_count; ++i) {
    batch.lines[i].view.sha256 = batch.lines[i].sha256;
  }
}

class Pipeline {
 public:
  Pipeline(int file, const LedgerBatchOptions& options,
           const std::function<bool(const ReadyLedgerLine&)>& take, unsigned threads)
      : file_(file),
        quick_(options.scan),
        batch_bytes_(options.size_bytes == 0 ? kBatchBytes : options.size_bytes),
        take_(take),
        ring_(threads == 1 ? 1 : threads * kBatchesPerThread) {}

  LedgerBatchesEnd run() {
    std::unique_lock lock(mutex_);
    while (true) {
      Batch& next = ring_[folded_ % ring_.size()];
      if (next.stage == Stage::kReady) {
        lock.unlock();
        const bool go_on = fold(next);
        lock.lock();
        next.stage = Stage::kFree;
        ++folded_;
        if (!go_on || next.last) {
          finished_ = true;
          changed_.notify_all();
          return go_on ? next.end : LedgerBatchesEnd{.stopped = true};
        }
        changed_.notify_all();
      } else if (may_fill()) {
        fill_and_scan(lock);
      } else {
        changed_.wait(lock);
      }
    }
  }

  // What the other threads do.
  void help() {
    std::unique_lock lock(mutex_);
    while (!finished_ && !filled_last_) {
      if (may_fill()) {
        fill_and_scan(lock);
      } else {
        changed_.wait(lock);
      }
    }
  }

 private:
  bool may_fill() const { return !filled_last_ && filled_ - folded_ < ring_.size(); }

  void fill_and_scan(std::unique_lock<std::mutex>& lock) {
    Batch& batch = ring_[filled_ % ring_.size()];
    fill(batch);
    ++filled_;
    filled_last_ = batch.last;
    batch.stage = Stage::kScanning;
    lock.unlock();
    scan(batch, quick_);
    lock.lock();
    batch.stage = Stage::kReady;
    changed_.notify_all();
  }

  // Reads until the batch holds a line end, the file's end or too much without either.
  void fill(Batch& batch) {
    batch.last = false;
    batch.end = {};
    std::size_t size = carried_.size();
    if (batch.bytes.size() > 2 * (size + batch_bytes_)) {
      batch.bytes = std::vector<char>();  // it had to hold a long line
    }
    batch.bytes.resize(std::max(batch.bytes.size(), size + batch_bytes_));
    std::copy(carried_.begin(), carried_.end(), batch.bytes.begin());
    std::size_t whole_size = 0;
    while (whole_size == 0 && !batch.last) {
      if (size > kLedgerLineBytesMax) {
        batch.end.too_large = batch.last = true;
        break;
      }
      batch.bytes.resize(std::max(batch.bytes.size(), size + batch_bytes_));
      const std::size_t before = size;
      size = read_piece(batch, size);
      const std::string_view read(batch.bytes.data() + before, size - before);
      const std::size_t end = read.rfind('\n');
      whole_size = end == std::string_view::npos ? 0 : before + end + 1;
    }
    carried_.assign(batch.bytes.data() + whole_size, size - whole_size);
    if (batch.last && carried_.size() > kLedgerLineBytesMax) {
      batch.end.too_large = true;
    }
    batch.end.torn_size_bytes = carried_.size();
    batch.to_be_scanned = {batch.bytes.data(), whole_size};
  }

  // Fills the piece behind `size` bytes; returns how many there are then.
  std::size_t read_piece(Batch& batch, std::size_t size) {
    const std::size_t size_max = size + batch_bytes_;
    while (size < size_max) {
      const ssize_t count = ::read(file_, batch.bytes.data() + size, size_max - size);
      if (count < 0 && errno == EINTR) {
        continue;
      }
      if (count <= 0) {
        batch.last = true;
        batch.end.error_number = count < 0 ? errno : 0;
        break;
      }
      size += static_cast<std::size_t>(count);
    }
    return size;
  }

  bool fold(Batch& batch) const {
    while (batch.line_count > 0) {
      for (std::size_t i = 0; i < batch.line_count; ++i) {
        if (!take_(batch.lines[i])) {
          return false;
        }
      }
      scan(batch, quick_);
    }
    return true;
  }

  const int file_;
  const bool quick_;
  const std::size_t batch_bytes_;
  const std::function<bool(const ReadyLedgerLine&)>& take_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Batch> ring_;
  std::uint64_t filled_ = 0;  // batches, as is folded_
  std::uint64_t folded_ = 0;
  bool filled_last_ = false;
  bool finished_ = false;
  std::string carried_;  // what stands behind the last line end of the batch filled last
};

// Threads are not worth their start for a file of a few batches, nor where scanning is left out.
unsigned threads_for(int file, const LedgerBatchOptions& options) {
  if (!options.scan || options.threads > 0) {
    return options.scan ? options.threads : 1;
  }
  struct stat status = {};
  if (::fstat(file, &status) != 0 || status.st_size < kThreadedBytesMin) {
    return 1;
  }
  return std::clamp(std::thread::hardware_concurrency(), 1U, kThreadsUsefulMax);
}

}  // namespace

LedgerBatchesEnd for_each_ledger_line(int file, const LedgerBatchOptions& options,
                                      const std::function<bool(const ReadyLedgerLine&)>& take) {
  const unsigned threads = threads_for(file, options);
  Pipeline pipeline(file, options, take, threads);
  std::vector<std::thread> helpers;
  for (unsigned i = 1; i < threads; ++i) {
    try {
      helpers.emplace_back([&pipeline] { pipeline.help(); });
    } catch (const std::system_error&) {
      break;  // no more threads to be had: fewer do the same
    }
  }
  const LedgerBatchesEnd end = pipeline.run();
  for (std::thread& helper : helpers) {
    helper.join();
  }
  return end;
}

}  // namespace holdfast
