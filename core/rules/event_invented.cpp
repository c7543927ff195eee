#include "core/difference.h"
#include "core/rule.h"

namespace holdfast::rules {

Rule event_invented() {
  return {.summary = "The result holds an event that the record does not.",
          .check_pair = [](const Pair& pair, Report& report) {
            if (pair.before.events != pair.after.events) {
              report_ids_invented(names_of(pair.before.events, &Event::event_id),
                                  names_of(pair.after.events, &Event::event_id), "events", report);
            }
          }};
}

}  // namespace holdfast::rules
