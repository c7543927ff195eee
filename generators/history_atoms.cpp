// One row is a matter, told in both languages; %c is the atom's code, %k that of its call.
#include "generators/history_atoms.h"

#include <span>

#include "core/check.h"
#include "core/unicode.h"

namespace holdfast {
namespace {

struct Matter {
  std::string_view topic;
  std::string_view topic_ja;
  std::string_view text;
  std::string_view text_ja;
};
using Matters = std::span<const Matter>;

constexpr Matter kDirectives[] = {
    {"revision", "改名",
     "Do all of it: rename every handle that begins with h%c_, show each new name in code, tests "
     "and docs, and explain every exception.",
     "h%c_で始まる名前をすべて改め、コードと試験と文書のどれにも新しい名前を示してください。"
     "例外があれば理由を書いてください。"},
    {"report", "報告書",
     "From now on write every report as table R-%c: one row a customer, totals in the last row.",
     "今後の報告書はすべて表R-%cの形で書いてください。顧客ごとに一行、最後の行に合計を置きます。"},
    {"coverage", "試験範囲",
     "Cover module m%c completely: each public function gets a test of its own, not only the easy "
     "ones.",
     "モジュールm%"
     "cを残らず試験してください。簡単なものだけでなく、公開関数の一つ一つに試験を付けます。"},
    {"wording", "文言",
     "Use the wording of style sheet %c for all error messages, also for those of the old tool.",
     "エラー文はすべて文例集%cの言い回しにそろえてください。旧ツールのものも含みます。"},
    {"migration", "移行",
     "Move all 31 tables of schema s%c in the order of the list, and report the row counts before "
     "and after each.",
     "スキーマs%cの31表を一覧の順に移し、表ごとに前後の行数を報告してください。"},
    {"reconciliation", "照合",
     "Reconcile account %c line by line; every difference above 5 EUR gets an explanation, however "
     "small the total.",
     "勘定%cを一行ずつ照合し、合計が小さくても500円を超える差異には必ず説明を付けてください。"},
    {"checklist", "点検表",
     "Before each commit run checklist C-%c from top to bottom and put its output into the commit "
     "message.",
     "コミットの前に毎回、点検表C-%cを上から下まで実行し、その出力をコミット文に載せてください。"},
    {"measurement", "測定",
     "Measure sample %c three times at 21 degrees and note all three readings, not the mean alone.",
     "試料%cを21度で三回測定し、平均だけでなく三つの値をすべて書き留めてください。"},
};
constexpr Matter kProhibitions[] = {
    {"branch", "ブランチ", "Do not push to branch release-%c, whatever the tests say.",
     "試験の結果にかかわらず、release-%cブランチへのプッシュは禁止です。"},
    {"database", "データベース",
     "Never write to the customer database db%c without a written approval of the owner.",
     "責任者の書面による承認なしに、顧客データベースdb%cへ書き込んではいけません。"},
    {"archive", "書庫",
     "You must not delete any file beneath archive/%c unless the release manager says so.",
     "リリース担当の指示がない限り、archive/%cの下のファイルを一つも削除しないでください。"},
    {"contract", "契約", "Nothing of contract %c may leave the company before the audit.",
     "監査の前に、契約%cの内容を社外へ出してはなりません。"},
    {"freezer", "保管試料", "Do not thaw sample %c; it is the last one.",
     "試料%cは最後の一本なので、絶対に解凍しないでください。"},
    {"mailing", "発送", "No mail to list customers-%c until I have read the draft myself.",
     "私が下書きを読むまで、名簿customers-%c宛てのメール送信は禁止とします。"},
};
constexpr Matter kApprovals[] = {
    {"deployment", "配備", "You may deploy build %c to staging, once, before Friday.",
     "ビルド%cを金曜までに一度だけ検証環境へ配備してかまいません。"},
    {"payment", "支払い", "You may pay invoice 2026-%c, up to 418 EUR, one time only.",
     "請求書2026-%cは、6万円を上限として一度だけ支払ってよいです。"},
    {"announcement", "告知", "You may post announcement A-%c to the wiki, a single time.",
     "告知A-%cを社内ウィキに一回だけ掲示してかまいません。"},
    {"index rebuild", "索引再構築", "You may drop and rebuild index ix%c tonight, this once.",
     "今夜に限り、索引ix%cを一度だけ作り直してよいです。"},
};
constexpr Matter kProposals[] = {
    {"deployment", "配備", "I would deploy build %c to staging now, once. Shall I go ahead?",
     "ビルド%cを一度だけ検証環境へ配備します。よろしいですか。"},
    {"merge", "統合", "May I merge branch fix-%c into main, this one time, before the freeze?",
     "凍結の前に、fix-%cブランチを今回だけmainへ統合してもよいですか。"},
    {"refund", "返金", "I would refund order %c once, 59 EUR in full. Do you agree?",
     "注文%cを一回だけ全額返金します。同意しますか。"},
};
constexpr Matter kWrites[] = {
    {"mail", "メール", R"(mail.send {"to":"customers","template":"notice-%c"})",
     R"(mail.send {"宛先":"顧客","件名":"障害のお知らせ%c"})"},
    {"deploy call", "配備呼び出し", R"(deploy.start {"build":"b%c","target":"staging"})",
     R"(deploy.start {"build":"b%c","対象":"検証環境"})"},
    {"transfer", "送金", R"(payment.transfer {"invoice":"2026-%c","amount":"418.00 EUR"})",
     R"(payment.transfer {"請求書":"2026-%c","金額":"62,700円"})"},
    {"ticket", "チケット", R"(tracker.create {"project":"OPS","title":"disk alarm %c"})",
     R"(tracker.create {"project":"OPS","題名":"容量の警告%c"})"},
};
constexpr Matter kCalls[] = {
    {"table check", "表の検査", "check_table --table t%c --dry-run",
     "check_table --table t%c --comment 「本番前の検査」"},
    {"suite run", "試験実行", "run_suite --only suite_%c --repeat 3",
     "run_suite --only suite_%c --title 「夜間試験」"},
    {"snapshot", "控え取得", "take_snapshot --volume vol%c --keep 7",
     "take_snapshot --volume vol%c --memo 「移行前の控え」"},
};
constexpr Matter kResults[] = {
    {"answer", "応答", "answer %c to run %k: 214 rows, 3 warnings, exit 0",
     "実行%kへの応答%c：214行、警告3件、終了コード0"},
    {"failing answer", "失敗応答", "answer %c to run %k: 2 of 41 failed, exit 1",
     "実行%kへの応答%c：41件中2件失敗、終了コード1"},
};
constexpr Matter kDecisions[] = {
    {"scope", "範囲", "scope_%c: only the parser and its tests",
     "scope_%c: 構文解析とその試験のみ"},
    {"target", "対象", "target_%c: the service in region two, as of May",
     "target_%c: 五月時点の第二拠点のサービス"},
    {"acceptance", "受け入れ", "acceptance_%c: three runs in a row without a failure",
     "acceptance_%c: 三回続けて失敗なし"},
    {"constraint", "制約", "constraint_%c: no new dependency, C++20 only",
     "constraint_%c: 新しい依存は追加せず、C++20のみ"},
};
constexpr Matter kGoals[] = {
    {"publication", "公開",
     "Publish version 2.%c of the report service so that no customer loses data, and hand it over "
     "with every open end named.",
     "顧客のデータを一件も失わずに報告サービスの第2.%c版を公開し、残る課題をすべて挙げて引き継いで"
     "ください。"},
    {"year-end", "決算",
     "Bring the books of period %c to a state that the auditors can sign, each difference "
     "explained.",
     "期間%cの帳簿を、監査人が署名できる状態まで整え、差異をすべて説明してください。"},
};
constexpr Matter kSubTasks[] = {
    {"reader", "読み取り部", "Sub-task %c: port the reader of the csv files to the new interface.",
     "作業%c：CSVの読み取り部を新しいインターフェースへ移す。"},
    {"handbook", "手引き", "Sub-task %c: bring chapter four of the handbook up to date.",
     "作業%c：手引きの第四章を最新にする。"},
    {"benchmark", "計測", "Sub-task %c: measure load times on staging with 10,000 rows.",
     "作業%c：検証環境で1万行の読み込み時間を測る。"},
    {"import", "取り込み", "Sub-task %c: import the spring orders and count them twice.",
     "作業%c：春の注文を取り込み、二度数える。"},
};

Matters matters_of(AtomKind kind, Telling telling) {
  switch (kind) {
    case AtomKind::kDirective:
      return kDirectives;
    case AtomKind::kProhibition:
      return kProhibitions;
    case AtomKind::kApproval:
      return telling == Telling::kProposal ? Matters(kProposals) : Matters(kApprovals);
    case AtomKind::kWrite:
      return kWrites;
    case AtomKind::kEvent:
      return telling == Telling::kResult ? Matters(kResults) : Matters(kCalls);
    case AtomKind::kDecision:
      return kDecisions;
    case AtomKind::kGoal:
      return kGoals;
    case AtomKind::kSubTask:
      break;
  }
  return kSubTasks;
}

// %n is how the closing names the matter.
struct Closing {
  std::string_view english;
  std::string_view japanese;
};
constexpr Closing kReplaced = {"Forget %n; what follows stands in its place:",
                               "%nは取り消し、代わりに次のとおりとします："};
constexpr Closing kWithdrawn = {"I take back %n; it no longer applies.",
                                "%nは撤回します。もう守らなくてかまいません。"};
constexpr Closing kFulfilled = {"Every part of %n is fulfilled; the evidence is in the run log.",
                                "%nはすべて達成しました。根拠は実行記録にあります。"};
constexpr Closing kConsumed = {"The permission for %n is used up.", "%nの許可は使用済みです。"};
constexpr Closing kReceipt = {"accepted, receipt for %n is on file", "%nの受領書が届きました"};
constexpr Closing kDone = {"What belongs to %n is done.", "%nは完了しました。"};

constexpr std::string_view kClosingWords[] = {
    "forget",  "in its place", "take back", "no longer",  "fulfilled", "used up", "receipt",
    "is done", "withdrawn",    "replaced",  "superseded", "revoked",   "取り消",  "代わり",
    "撤回",    "達成",         "使用済",    "受領",       "完了"};

const Closing& closing_of(AtomEvent event) {
  switch (event) {
    case AtomEvent::kSaid:
      break;
    case AtomEvent::kReplaced:
      return kReplaced;
    case AtomEvent::kWithdrawn:
      return kWithdrawn;
    case AtomEvent::kFulfilled:
      return kFulfilled;
    case AtomEvent::kConsumed:
      return kConsumed;
    case AtomEvent::kReceipt:
      return kReceipt;
    case AtomEvent::kDone:
      return kDone;
  }
  CHECK(event != AtomEvent::kSaid);
  return kDone;
}

std::string filled(std::string_view text, std::string_view slot, const std::string& with) {
  std::string out(text);
  const std::size_t mark = out.find(slot);
  return mark == std::string::npos ? out : out.replace(mark, slot.size(), with);
}

}  // namespace

AtomWords atom_words(const AtomNaming& naming, Random& random) {
  const Matter& matter = random.pick(matters_of(naming.kind, naming.telling));
  const bool english = naming.language == Language::kEnglish;
  const std::string code = std::to_string(naming.code);
  AtomWords words;
  words.id = std::string(to_text(naming.kind)) + "-" + code;
  words.text = filled(filled(english ? matter.text : matter.text_ja, "%c", code), "%k",
                      std::to_string(naming.call_code));
  words.label = "the " + std::string(matter.topic) + " matter " + code;
  words.name = english ? words.label : std::string(matter.topic_ja) + code + "の件";
  return words;
}

std::string closing_text(AtomEvent event, const AtomWords& words, Language language) {
  const Closing& closing = closing_of(event);
  return filled(language == Language::kEnglish ? closing.english : closing.japanese, "%n",
                words.name);
}

std::string_view assent_text(Language language) {
  return language == Language::kEnglish ? "yes" : "はい";
}

std::span<const std::string_view> closing_words() { return kClosingWords; }

Size size_of_text(std::string_view text) {
  Size size = ascii(count_code_points(text));
  size.bytes = static_cast<std::uint32_t>(text.size());
  return size;
}

}  // namespace holdfast
