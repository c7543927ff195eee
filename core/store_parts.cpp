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
    case FileOutcome::Kind::kFolder:
      return {"store_corrupt", outcome.step +
                                   ": it is no folder of the store's owner, or group or others may "
                                   "write in it; look who did, then chmod go-w"};
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
  std::uint32_t owner = 0;
  if (const FileOutcome outcome = check_folder(disk_, "", owner); !outcome.ok()) {
    fault_ = store_fault(outcome);
    return;
  }
  const std::string name(kStoreLock);
  FileHandle made = -1;
  int making = 0;
  do {
    making = disk_.create_new(name, made);
  } while (making == EINTR);
  if (making == 0) {
    disk_.close(made);
  }
  int number = 0;
  do {
    number = disk_.open_to_read(name, file_);
  } while (number == EINTR);
  opened_ = number == 0;
  // It is not there because it could not be made: say why.
  number = number == ENOENT && making != 0 ? making : number;
  FileStatus status;
  const bool no_file = number == ELOOP || number == ENXIO;
  number = number != 0 ? number : disk_.status(file_, status);
  if (no_file ||
      (number == 0 && (status.kind != FileKind::kRegular || !is_of_store(status, owner)))) {
    fault_ = store_fault({FileOutcome::Kind::kRefused, number, "opening LOCK"});
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
