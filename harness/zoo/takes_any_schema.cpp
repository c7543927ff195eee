// The schema member is not read.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault takes_any_schema() {
  return {.summary = "Any schema name is taken for the expected one.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"schema"},
          .judge = []() -> Judge {
            return [correct = correct_judge()](const Question& question) {
              if (question.after.form != SubjectDocument::Form::kValue ||
                  question.before.form != SubjectDocument::Form::kValue) {
                return correct(question);
              }
              Value after = *question.after.value;
              if (const Value* schema = question.before.value->find("schema");
                  schema != nullptr && after.is_object()) {
                after.set("schema", *schema);
              }
              Question misread = question;
              misread.after = {SubjectDocument::Form::kValue, &after, {}};
              return correct(misread);
            };
          }};
}

}  // namespace holdfast::zoo
