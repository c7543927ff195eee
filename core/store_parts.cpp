#include "core/store_parts.h"

#include <cerrno>
#include <cstring>

namespace holdfast {

StoreFault store_fault(const FileOutcome& outcome) {
  switch (outcome.kind) {
    case FileOutcome::Kind::kMissing:
      return {"store_corrupt", outcome.step + ": it is missing"};
    case FileOutcome::Kind::kTaken:
      return {"store_corrupt", outcome.step + ": the name holds something else"};
    case FileOutcome::Kind::kRefused:
      return {"store_corrupt",
              outcome.step +
                  ": it is no regular file of the store's owner with one link, or too large"};
    case FileOutcome::Kind::kChanged:
      return {"disk", outcome.step + ": what was read back is not what was written"};
    case FileOutcome::Kind::kDisk:
    case FileOutcome::Kind::kOk:
      break;
  }
  return {"disk", outcome.step + " failed (" + std::strerror(outcome.number) + ")"};
}

std::string store_verdict_name(const std::string& candidate, const std::string& record) {
  return candidate + "." + record;
}

StoreLock::StoreLock(FileSystem& disk) : disk_(disk) {
  FileHandle made = -1;
  if (disk_.create_new(std::string(kStoreLock), made) == 0) {
    disk_.close(made);
  }
  int number = 0;
  do {
    number = disk_.open_to_read(std::string(kStoreLock), file_);
  } while (number == EINTR);
  opened_ = number == 0;
  FileStatus status;
  number = number != 0 ? number : disk_.status(file_, status);
  if (number == 0 && status.kind != FileKind::kRegular) {
    fault_ = {"store_corrupt", "LOCK is no regular file"};
    return;
  }
  if (number == 0) {
    do {
      number = disk_.try_lock(file_);
    } while (number == EINTR);
  }
  if (number == EWOULDBLOCK) {
    fault_ = {"busy", "another process holds the store's lock"};
  } else if (number != 0) {
    fault_ = {"disk", std::string("locking failed (") + std::strerror(number) + ")"};
  }
}

StoreLock::~StoreLock() {
  if (opened_) {
    disk_.close(file_);
  }
}

}  // namespace holdfast
