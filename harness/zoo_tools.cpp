#include "harness/zoo_tools.h"

#include <algorithm>
#include <memory>

#include "core/check.h"
#include "core/compaction.h"
#include "core/json.h"
#include "core/unicode.h"
#include "harness/builtin_subject.h"

namespace holdfast {
namespace {

Answer answer_of(const std::vector<Finding>& findings) {
  Answer answer;
  answer.kind = findings.empty() ? AnswerKind::kAccept : AnswerKind::kReject;
  for (const Finding& finding : findings) {
    answer.reasons.push_back(finding.code);
  }
  std::sort(answer.reasons.begin(), answer.reasons.end());
  answer.reasons.erase(std::unique(answer.reasons.begin(), answer.reasons.end()),
                       answer.reasons.end());
  return answer;
}

Document read(const SubjectDocument& document, Side side) {
  switch (document.form) {
    case SubjectDocument::Form::kNothing:
      return read_document(std::nullopt, side);
    case SubjectDocument::Form::kValue:
      return read_document_value(*document.value, side);
    case SubjectDocument::Form::kText:
      return read_document(document.text, side);
  }
  CHECK(false && "a form that is none");
}

// The steps of a correct verifier, one after the other.
class Reader {
 public:
  // Many questions share one record, which need not be read again.
  const Document& before(const SubjectDocument& document) {
    const bool known = document.form == SubjectDocument::Form::kValue && !before_value_.is_null() &&
                       before_value_ == *document.value;
    if (!known) {
      before_ = read(document, Side::kBefore);
      before_value_ = document.form == SubjectDocument::Form::kValue ? *document.value : Value();
    }
    return before_;
  }

  static Document after(const SubjectDocument& document) { return read(document, Side::kAfter); }

  static std::vector<Finding> compare(const Document& before, const Document& after,
                                      const Question& question) {
    CheckOptions check;
    check.step = question.step == "link"     ? Step::kLink
                 : question.step == "origin" ? Step::kOrigin
                                             : Step::kPair;
    check.evidence = question.evidence;
    check.policy = question.policy == "monotone" ? Policy::kMonotone : Policy::kExact;
    check.checksums = false;
    return check_compaction(before, after, check).findings;
  }

 private:
  Value before_value_;
  Document before_;
};

void each(std::vector<std::string>& texts, const std::function<void(std::string& text)>& call) {
  for (std::string& text : texts) {
    call(text);
  }
}

}  // namespace

Judge correct_judge() {
  return [reader = std::make_shared<Reader>()](const Question& question) {
    return answer_of(
        Reader::compare(reader->before(question.before), Reader::after(question.after), question));
  };
}

MakeJudge comparing_otherwise(CompareOtherwise change) {
  return [change]() -> Judge {
    return [change, reader = std::make_shared<Reader>()](const Question& question) {
      Document before = reader->before(question.before);
      Document after = Reader::after(question.after);
      if (before.manifest && after.manifest &&
          before.manifest->version == after.manifest->version) {
        change(*before.manifest, *after.manifest);
      }
      return answer_of(Reader::compare(before, after, question));
    };
  };
}

void for_each_text(Manifest& manifest, const std::function<void(std::string& text)>& call) {
  const bool v2 = manifest.version == Version::kV2;
  if (!v2) {
    call(manifest.task_id);
    call(manifest.next_exact_action.text);
    for (ConsumedAuthority& authority : manifest.consumed_authorities) {
      call(authority.authority_id);
    }
    for (ExternalWrite& write : manifest.external_writes) {
      call(write.operation);
    }
  }
  call(manifest.objective);
  call(manifest.rollback);
  each(manifest.completed_phases, call);
  each(manifest.prohibitions, call);
  each(manifest.completion_checks, call);
  if (v2) {
    call(manifest.next_exact_action.target);
    for (Directive& directive : manifest.directives) {
      call(directive.text);
      for (Obligation& obligation : directive.obligations) {
        call(obligation.text);
      }
    }
  }
}

MakeJudge comparing_texts(std::function<std::string(std::string_view text)> fold) {
  return comparing_otherwise([fold](Manifest& before, Manifest& after) {
    for (Manifest* manifest : {&before, &after}) {
      for_each_text(*manifest, [&](std::string& text) { text = fold(text); });
    }
  });
}

MakeJudge comparing_items(std::vector<std::string> Manifest::*list,
                          std::function<std::string(std::string_view text)> fold) {
  return comparing_otherwise([=](Manifest& before, Manifest& after) {
    for (Manifest* manifest : {&before, &after}) {
      each(manifest->*list, [&](std::string& text) { text = fold(text); });
    }
  });
}

MakeJudge misreading(std::function<void(Value& after)> change) {
  return [change]() -> Judge {
    return [change, correct = correct_judge()](const Question& question) {
      Value value;
      if (question.after.form == SubjectDocument::Form::kValue) {
        value = *question.after.value;
      } else if (question.after.form == SubjectDocument::Form::kText) {
        JsonReading reading = read_json(question.after.text);
        if (!reading.value) {
          return correct(question);
        }
        value = std::move(*reading.value);
      } else {
        return correct(question);
      }
      change(value);
      Question misread = question;
      misread.after = {SubjectDocument::Form::kValue, &value, {}};
      return correct(misread);
    };
  };
}

MakeJudge misreading_text(std::function<void(std::string& text)> change) {
  return [change]() -> Judge {
    return [change, correct = correct_judge()](const Question& question) {
      std::string text = bytes_of(question.after);
      change(text);
      Question misread = question;
      misread.after = {SubjectDocument::Form::kText, nullptr, text};
      return correct(misread);
    };
  };
}

MakeJudge misreading_evidence(std::function<void(Value& evidence)> change) {
  return [change]() -> Judge {
    return [change, correct = correct_judge()](const Question& question) {
      if (question.evidence == nullptr) {
        return correct(question);
      }
      Value evidence = *question.evidence;
      change(evidence);
      Question misread = question;
      misread.evidence = evidence.is_null() ? nullptr : &evidence;
      return correct(misread);
    };
  };
}

bool Judged::has(std::string_view code) const {
  return std::any_of(findings.begin(), findings.end(),
                     [&](const Finding& finding) { return finding.code == code; });
}

void Judged::drop(std::string_view code) const {
  findings.erase(std::remove_if(findings.begin(), findings.end(),
                                [&](const Finding& finding) { return finding.code == code; }),
                 findings.end());
}

void Judged::add(std::string_view code) const {
  Finding finding;
  finding.code = code;
  findings.push_back(std::move(finding));
}

MakeJudge misjudging(std::function<void(const Judged& judged)> change) {
  return [change]() -> Judge {
    return [change, reader = std::make_shared<Reader>()](const Question& question) {
      const Document& before = reader->before(question.before);
      const Document after = Reader::after(question.after);
      std::vector<Finding> findings = Reader::compare(before, after, question);
      change({.before = before.manifest ? &*before.manifest : nullptr,
              .after = after.manifest ? &*after.manifest : nullptr,
              .question = question,
              .findings = findings});
      return answer_of(findings);
    };
  };
}

MakeJudge blind_to(std::initializer_list<std::string_view> codes) {
  return misjudging([codes = std::vector<std::string_view>(codes)](const Judged& judged) {
    for (const std::string_view code : codes) {
      judged.drop(code);
    }
  });
}

MakeJudge saying(std::string_view code, std::string_view in_place_of) {
  return misjudging([=](const Judged& judged) {
    for (Finding& finding : judged.findings) {
      if (finding.code == in_place_of) {
        finding.code = code;
      }
    }
  });
}

MakeJudge refusing(std::string_view code, std::function<bool(const Manifest& after)> when) {
  return misjudging([=](const Judged& judged) {
    if (judged.after != nullptr && when(*judged.after)) {
      judged.add(code);
    }
  });
}

MakeJudge refusing_text(std::string_view code, std::function<bool(std::string_view text)> when) {
  return misjudging([=](const Judged& judged) {
    if (when(bytes_of(judged.question.after))) {
      judged.add(code);
    }
  });
}

MakeJudge opening_when(std::function<bool(const Manifest& before, const Manifest& after)> when) {
  return misjudging([=](const Judged& judged) {
    if (judged.before != nullptr && judged.after != nullptr &&
        when(*judged.before, *judged.after)) {
      judged.findings.clear();
    }
  });
}

Answer accepting() {
  Answer answer;
  answer.kind = AnswerKind::kAccept;
  return answer;
}

Answer refusing_with(std::string_view code) {
  Answer answer;
  answer.kind = AnswerKind::kReject;
  answer.reasons.emplace_back(code);
  return answer;
}

std::string bytes_of(const SubjectDocument& document) {
  switch (document.form) {
    case SubjectDocument::Form::kNothing:
      return {};
    case SubjectDocument::Form::kValue:
      return write_compact_json(*document.value);
    case SubjectDocument::Form::kText:
      return std::string(document.text);
  }
  CHECK(false && "a form that is none");
}

std::string member_of(const SubjectDocument& document, std::string_view name) {
  if (document.form != SubjectDocument::Form::kValue) {
    return {};
  }
  const Value* member = document.value->find(name);
  return member != nullptr && member->is_string() ? member->text() : std::string();
}

std::string lower_ascii(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') {
      c = static_cast<char>(c - 'A' + 'a');
    }
  }
  return lower;
}

std::string first_bytes_of(std::string_view text, std::size_t bytes_max) {
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t next = at;
    next_code_point(text, next);
    if (next > bytes_max) {
      break;
    }
    at = next;
  }
  return std::string(text.substr(0, at));
}

}  // namespace holdfast
