// The to-do lists of Claude Code. Older versions write a list whole. Newer ones change it call by
// call: TaskCreate names an item, its result the item's number ("Task #3 created …"), TaskUpdate
// changes the item of a number. The order is that of creation.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/session.h"
#include "core/sessions/entry_sink.h"
#include "core/sessions/json_members.h"

namespace holdfast::sessions {

// The items of a list that is written whole.
inline std::vector<TodoItem> claude_todos(const simdjson::dom::array& list, EntrySink& sink) {
  std::vector<TodoItem> items;
  for (const simdjson::dom::element item : list) {
    simdjson::dom::object todo;
    if (item.get(todo) != simdjson::SUCCESS) {
      continue;
    }
    std::string text = sink.clean(trim_text(text_member(todo, "content")));
    if (!text.empty()) {
      items.push_back({std::move(text), text_member(todo, "status") == "completed"});
    }
  }
  return items;
}

class TaskList {
 public:
  // More items than this are left out: each change of the list costs the whole list.
  static constexpr std::size_t kTasksMax = 200;

  bool create(std::string call_id, std::string subject) {
    if (tasks_.size() == kTasksMax) {
      return false;
    }
    tasks_.push_back({std::move(call_id), std::to_string(++created_), {std::move(subject), false}});
    return true;
  }

  // The result of some call. Returns whether the list changed.
  bool take_result(std::string_view call_id, bool failed, std::string_view text) {
    const auto task = std::find_if(tasks_.begin(), tasks_.end(),
                                   [&](const Task& t) { return t.call_id == call_id; });
    if (call_id.empty() || task == tasks_.end()) {
      return false;
    }
    if (failed) {
      tasks_.erase(task);
      return true;
    }
    const std::size_t mark = text.find('#');
    if (mark != std::string_view::npos) {
      const std::size_t end = std::min(text.find_first_not_of("0123456789", mark + 1), text.size());
      if (end > mark + 1) {
        task->number = text.substr(mark + 1, end - mark - 1);
      }
    }
    task->call_id.clear();
    return false;
  }

  // False where no item has the number: it was created before the file begins.
  bool update(std::string_view number, std::string subject, std::string_view status) {
    const auto task = std::find_if(tasks_.rbegin(), tasks_.rend(),
                                   [&](const Task& t) { return t.number == number; });
    if (task == tasks_.rend()) {
      return false;
    }
    if (status == "deleted") {
      tasks_.erase(std::next(task).base());
      return true;
    }
    if (!subject.empty()) {
      task->item.text = std::move(subject);
    }
    if (!status.empty()) {
      task->item.finished = status == "completed";
    }
    return true;
  }

  std::vector<TodoItem> items() const {
    std::vector<TodoItem> items;
    for (const Task& task : tasks_) {
      if (!task.item.text.empty()) {
        items.push_back(task.item);
      }
    }
    return items;
  }

 private:
  struct Task {
    std::string call_id;  // until the result has come
    std::string number;   // a guess until the result has come
    TodoItem item;
  };
  std::vector<Task> tasks_;
  std::uint64_t created_ = 0;
};

}  // namespace holdfast::sessions
