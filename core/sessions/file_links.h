// Collects what links a file to others while its lines are read. A header of its own because every
// file core/sessions/*.cpp is a reader.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/session.h"
#include "core/sessions/seen_ids.h"

namespace holdfast::sessions {

class LinkCollector {
 public:
  FileLinks links;

  void line(std::string_view id, std::string_view parent) {
    if (!id.empty() && ids_.insert(id)) {
      links.line_ids.emplace_back(id);
    }
    if (!parent.empty() && ids_.find(parent) == SeenIds::kNone) {
      unseen_.emplace_back(parent);
    }
  }

  // The first time and the last one in the file's order.
  void time(std::string_view time) {
    if (!time.empty()) {
      if (links.first_time.empty()) {
        links.first_time = time;
      }
      links.last_time = time;
    }
  }

  static void set_once(std::string& member, std::string_view raw) {
    if (member.empty()) {
      member = raw;
    }
  }

  FileLinks finish() {
    SeenIds outside;
    for (std::string& parent : unseen_) {
      if (ids_.find(parent) == SeenIds::kNone && outside.insert(parent)) {
        links.outside_parents.push_back(std::move(parent));
      }
    }
    return std::move(links);
  }

 private:
  SeenIds ids_;
  std::vector<std::string> unseen_;
};

}  // namespace holdfast::sessions
