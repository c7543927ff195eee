#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "core/extract.h"
#include "core/forbids.h"

namespace holdfast {
namespace {

void expect_all(const std::vector<std::string_view>& sentences, bool expected) {
  for (const std::string_view sentence : sentences) {
    EXPECT_EQ(forbids(sentence), expected) << sentence;
  }
}

TEST(Forbids, HearsEnglishProhibitions) {
  expect_all(
      {
          "Do not touch the migrations.",
          "don't push to main",
          "Dont run the deploy script.",
          "Please don\u2019t reformat files you have not changed.",
          "DO NOT commit generated code!",
          "Do **not** delete the fixtures",
          "Never force-push.",
          "You must never write outside the sandbox.",
          "You must not change the public API.",
          "The API key must not be logged.",
          "You should not edit files under vendor/.",
          "Secrets should never be written to disk",
          "This branch should not be merged.",
          "Fix the test, but don't change its name.",
          "Run the linter and do not skip any file.",
          "If the build fails, don't retry it.",
          "Make sure you don't overwrite the config.",
          "Make sure not to break the old endpoint.",
          "Be careful not to drop the index.",
          "Stop adding comments to every line.",
          "Please stop using mocks.",
          "Avoid global state.",
          "You should avoid new dependencies.",
          "Please refrain from renaming things.",
          "Nothing is deployed without my approval.",
          "No commits without asking me first.",
          "You may no longer use the old client.",
          "Under no circumstances upload the data.",
          "I don't want you to touch the tests.",
          "I don't want any new files.",
          "I'd rather you didn't rebase.",
          "Let's not refactor this now.",
          "Can you please not open a PR yet?",
          "Could you stop pushing to main?",
          "Pushing to the release branch is strictly forbidden.",
          "You are not allowed to call the production API.",
          "The schema is not to be changed.",
          "Leave the README alone.",
          "You can't use the network here.",
          "I told you not to delete branches.",
          "Note: do not bump the version",
          "ok, don't ask, just read",
          "mainに don't push, please",
      },
      true);
}

TEST(Forbids, LetsOtherEnglishPass) {
  expect_all(
      {
          "I don't know why it fails.",
          "It doesn't compile any more.",
          "Why don't you use a map here?",
          "Don't you think that is too slow?",
          "They don't have access.",
          "The tests pass locally but don't pass on CI.",
          "Don't know what that means",
          "don't think so",
          "Don't worry about the style.",
          "Don't forget to run the tests.",
          "Never mind, found it.",
          "I have never seen this error.",
          "It never worked on Windows.",
          "You never told me about that.",
          "This should not happen.",
          "It shouldn't take long",
          "Shouldn't we use the cache?",
          "You should not have deleted it, but fine.",
          "We no longer use Jenkins.",
          "It no longer crashes, thanks",
          "You can push without asking.",
          "Why did you commit without asking?",
          "The server stops responding after a minute.",
          "Add a lock to avoid the race.",
          "That would avoid the copy.",
          "The button says \"Do not show again\".",
          "Rename `do not edit` to something else.",
          "I get a 403, access is forbidden, it says.",
          "How do I stop tracking this file?",
          "If you don't find it, look in the docs.",
          "but you couldn't detect if a user edited a single file",
          "ok, do nothing, can we add some tests?",
          "You don't need to ask.",
          "I did not edit in between shadow commits.",
          "Unfortunately, I cannot reproduce it.",
          "Without the flag it works.",
          "hm, the tests, however, don't run",
          "no remove this again, the risk is too big",
          "Is it not in the list?",
          "Can you not find it in the list?  I don't see it",
      },
      false);
}

TEST(Forbids, HearsJapaneseProhibitions) {
  expect_all(
      {
          "mainにpushしないで",
          "マイグレーションには触らないでください。",
          "テストを消さないでね",
          "既存のファイルは変更しないでくれ",
          "勝手にコミットしないでほしい",
          "まだデプロイしないでもらえますか？",
          "本番環境に接続してはいけない",
          "鍵をログに出してはいけません。",
          "この関数は名前を変えてはならない。",
          "そこは書き換えちゃだめ",
          "ログに個人情報を出してはダメです",
          "force pushは禁止",
          "直接のデプロイは禁止です。",
          "依存関係の追加は禁止とする",
          "外部APIの呼び出しは禁止されています。",
          "設定ファイルに触るな",
          "勝手に消すなよ！",
          "古いAPIは使うな。",
          "公開APIを変更しないこと",
          "確認なしにpushしないこと。",
          "絶対に本番のデータを触らない",
          "決して秘密鍵を表示しません。",
          "二度とmainに直接書き込まないこと",
          "リファクタリングはやめてください",
          "新しいライブラリの導入は控えてください。",
          "グローバル変数は避けてください",
          "既存のテストを変えないようにしてください。",
          "許可なくファイルを削除しないようお願いします",
          "コメントを消すべきではない。",
          "秘密情報の記録は厳禁です",
          "テストはスキップしないで、全部実行して",
          "絶対ダメ",
      },
      true);
}

TEST(Forbids, LetsOtherJapanesePass) {
  expect_all(
      {
          "なぜ失敗するのかわからない",
          "この行の意味が分からないです。",
          "テストを実行しなければならない",
          "先にビルドしなくてはいけない。",
          "READMEも更新しなくちゃだめ",
          "動かないことがあります",
          "テストが通らないことを確認してください",
          "キャッシュできないでしょうか",
          "もう少し速くならないでしょうか？",
          "エラーが出ないこと",
          "画面が消えないように修正して",
          "落ちないようにしてください",
          "触ってはいけないファイルはありますか？",
          "これは禁止ワードの一覧です",
          "禁止リストに追加して",
          "よく動いてるな。",
          "ちょっと遅すぎるな",
          "これでいいと思うな。",
          "次のような例を書いて",
          "変更するなら先にテストを書いて",
          "ログなどを見て",
          "絶対に間違いない",
          "それは絶対に必要です",
          "もう使わないのでファイルを消してください",
          "確認しないでコミットしたのはなぜ？",
          "テストは不要です",
          "やめてしまったプロジェクトの続きです",
          "競合を避けるために鍵を使って",
          "ボタンに「押さないでください」と書いて",
          "直せるかな。",
          "値がないときは0を返して",
          "しないでよい",
      },
      false);
}

// Written after the rule, against which it was then measured; docs/extract.md has the figures of
// that first look. What it got wrong then and still gets wrong stands in the test after these.
TEST(Forbids, HearsProhibitionsItWasNotMadeFor) {
  expect_all(
      {
          "whatever you do, don't rebase onto develop",
          "Do not, under any circumstance, write to the prod bucket.",
          "please do not use any third party http client here",
          "Just fix the typo, don't refactor the surrounding code",
          "Never ever run terraform apply.",
          "The user table must never be truncated.",
          "You shouldn't modify anything outside of src/",
          "I do not want you to create new branches",
          "Make sure you do not log the session cookie",
          "try not to change the public headers",
          "no pushing to origin until I say so",
          "Stop creating README files for everything.",
          "Let's avoid adding yet another config flag.",
          "Leave the existing tests alone, they are fine.",
          "Changes to the billing module are off limits.",
          "Don't mark the task as done until CI is green.",
          "You are not permitted to access customer data.",
          "We must not break backwards compatibility.",
          "Hands off the production database!",
          "This file should not be edited by hand.",
          "Keep the old API unchanged.",
          "it's important that you don't touch the generated files",
          "Please refrain from force pushing",
          "Nothing should be merged without my explicit approval.",
          "Don't ever delete the lock file",
          "for now only read the code, do not write anything",
          "You must not, in any case, disable the linter.",
          "The old endpoint may not be removed yet",
          "Could you please not reformat the whole file?",
          "本番DBには絶対に書き込まないでください",
          "勝手にブランチを切らないで",
          "私の確認なしでマージしないこと。",
          "テストコードは一切変更しないでください。",
          "このディレクトリ以下は触らないように",
          "ログにトークンを出力するのはやめてほしい",
          "外部への通信は禁止。",
          "既存のAPIの挙動を変えてはいけません",
          "ライブラリの追加は控えてもらえますか",
          "mainブランチには直接コミットしないようにお願いします",
          "余計なリファクタリングはするな",
          "コメントアウトしたまま残さないでください",
          "生成ファイルを手で編集することを禁じます",
          "許可するまでデプロイしてはダメ",
          "これ以上ファイルを増やさないでくれ",
          "推測で答えないで、必ずコードを読んで",
          "環境変数の値は絶対に表示しないこと",
          "破壊的なコマンドは実行しちゃいけない",
          "一気に全部直さないで、一つずつお願い",
          "スキーマは変更すべきではありません",
          "それ以外のファイルには手を加えないでください。",
          "会社名を書かないよう注意してください",
          "Before you start: do not open the .env file.",
          "just answer the question, don't write code",
          "You are never to delete a migration.",
          "Never assume the clock is in UTC",
          "please don't guess, read the source first",
          "stop running the whole suite each time",
          "I would prefer that you not touch the lockfile",
          "The staging database must not be reset.",
          "You shouldn't add a dependency for this",
          "Refactor it, but do not alter the output format.",
          "Also: never commit directly to main!",
          "Don't use sed for this, use the edit tool",
          "Make sure that you don't leak the token in the logs",
          "Avoid touching anything under third_party",
          "Do NOT ask me again",
          "be careful to not overwrite my local changes",
          "Deploying on Fridays is prohibited.",
          "We should not rewrite history here",
          "Absolutely do not merge this before the review",
          "don't create documentation files unless I ask for them",
          "Your job is only to review. Do not fix anything.",
          "Keep the public headers untouched",
          "Without my permission nothing goes to production",
          "READMEは編集しないでください。",
          "秘密鍵をリポジトリに含めてはいけない。",
          "承認なしのリリースは禁止です",
          "勝手に依存関係を更新しないこと",
          "余計なことをするな。",
          "本番には触らないでね",
          "mainへの直pushはやめてください。",
          "元のデータは上書きしないように注意してください",
          "確認が取れるまで先に進まないでください",
          "エラーを握りつぶさないでください",
          "個人情報は絶対に出力しない。",
          "今回はUIを変えないでほしいです",
          "新規ファイルの作成は避けてください。",
          "テストのスキップは厳禁。",
          "型チェックを無視しちゃダメだよ",
          "git resetは使用しないでいただけますか",
          "公開ヘッダーを書き換えてはならない",
          "仕様にない機能は追加しないで下さい",
      },
      true);
}

TEST(Forbids, LetsPassWhatItWasNotMadeFor) {
  expect_all(
      {
          "I don't think the cache is the problem",
          "it never returns when the queue is empty",
          "We don't have a staging environment yet.",
          "Why doesn't the test run on my machine?",
          "The function should not be this slow",
          "don't we already have a helper for that?",
          "I haven't pushed anything, so you can start from main",
          "The compiler doesn't know about the new flag",
          "There should be no difference between the two outputs.",
          "That's not what I meant",
          "Nobody uses the old command any more",
          "I can't see the log",
          "Do you know why it stops after ten items?",
          "You don't have to keep the old format",
          "Not sure, maybe it never worked.",
          "Please add a check so users cannot submit the form twice",
          "It works without the proxy.",
          "If you don't mind, write a short summary first",
          "They didn't ask for this feature.",
          "Handle the case where the file does not exist",
          "It's fine to break the internal API",
          "Is it okay not to write a test for this?",
          "My laptop can't run docker",
          "Remove the never-used import.",
          "The docs say it's not supported on Windows",
          "The job must not have finished yet, check again",
          "add an option to not send the mail",
          "why not use a set instead?",
          "Do what you think is best.",
          "The timeout no longer matters here",
          "まだテストが終わっていない",
          "この設定は使われていないようです",
          "どうして動かないの？",
          "依存関係が足りないのでインストールして",
          "文字化けしないようにエンコーディングを指定して",
          "ファイルが存在しない場合はエラーにする",
          "急がなくて大丈夫です",
          "それでは問題ないですね",
          "先にテストを書かないといけません",
          "禁止文字が含まれていたら弾いて",
          "何も表示されないことがあるので調べて",
          "ビルドが通るようになったな。",
          "消していいファイルを教えて",
          "ドキュメントにないことを聞いてもいい？",
          "もっと簡単にできないかな",
          "変更がなければコミットしないで終わる仕様です",
          "バグじゃないと思います",
          "確認しなければなりません",
          "触っていいのはsrcだけですか",
          "例外を投げないで空の配列を返して",
          "使うなら新しいほうで",
          "必要ないコードを消して",
          "パスワードを忘れないでね、と言われた",
          "やめておくか迷っています",
          "存在しないキーで落ちるのを避けたい",
          "The parser does not handle nested comments",
          "I'm not sure that we need this",
          "Did you not see my last message?",
          "The build never finished",
          "You do not seem to have read the file",
          "There is no need for a new class",
          "That didn't work",
          "Can you find out why it doesn't start?",
          "it looks like the server will not accept the request",
          "I can't reproduce the problem on Linux",
          "it should not be too hard to add",
          "users should be able to stop the export",
          "what happens if I don't pass the flag?",
          "This is not the file I meant",
          "we never got around to writing tests for it",
          "Replace the word \"never\" with \"rarely\"",
          "Not yet, let me look first",
          "so it doesn't matter which one I pick?",
          "Doesn't look right to me",
          "They forbid outgoing connections in CI",
          "I'd like to avoid a second round trip, how?",
          "make the retry stop after five attempts",
          "do we not have a test for that already?",
          "No, the other one",
          "テストが落ちる原因がわかりません",
          "このファイルは何のためにあるの？",
          "型が合っていないみたい",
          "ログインできないユーザーがいる",
          "これ以上は必要ないです",
          "引数がないときの動作を教えて",
          "設定しないとエラーになります",
          "思ったより速くないね",
          "忘れないようにメモしておいて",
          "変更点をまとめてください",
          "何か足りないものはない？",
          "動いていないサーバーを止めて",
          "キャッシュは使っていないはず",
          "早くしないと間に合わない",
          "結果が変わらないことを確認して",
          "どちらでも構わないです",
          "壊れないようにテストを足して",
          "読めなくはないけど分かりにくい",
          "禁止事項をまとめたページを作って",
          "入力が空なら何もしないで返す関数にして",
      },
      false);
}

// A known miss that is heard one day belongs above, and the figures in docs/extract.md with it.
TEST(Forbids, HasKnownMissesAndFalseAlarms) {
  expect_all(
      {
          "And please, no emojis in commit messages.",
          "今はまだ何も実装しないでいいから、設計だけ出して",
          "sudoは使わない",
          "テストを無効化するのは無しで",
          "Nobody but me is allowed to merge",
          "Skip the docs and don't bother with tests",
          "途中で止めないで最後までやって",
          "古いブランチを消すのは待って",
      },
      false);
  expect_all({"Show a warning when the user must not continue"}, true);
}

// --- cutting ---

std::vector<std::string> cut(std::string_view prompt) {
  const std::vector<std::string_view> sentences = prose_sentences(prompt);
  return {sentences.begin(), sentences.end()};
}
using Cut = std::vector<std::string>;

TEST(Sentences, EndAtMarksAndLineBreaks) {
  EXPECT_EQ(cut("Fix it. Don't push! Ok? yes\nlast one"),
            (Cut{"Fix it.", "Don't push!", "Ok?", "yes", "last one"}));
  EXPECT_EQ(cut("触るな。消すな！いい？はい"), (Cut{"触るな。", "消すな！", "いい？", "はい"}));
  EXPECT_EQ(cut("a\r\nb\rc"), (Cut{"a", "b", "c"}));
}

TEST(Sentences, DoNotEndInsideFileNamesAndAbbreviations) {
  EXPECT_EQ(cut("Never edit core/json.cpp, e.g. its limits, in v1.2 please."),
            (Cut{"Never edit core/json.cpp, e.g. its limits, in v1.2 please."}));
}

TEST(Sentences, LoseListMarks) {
  EXPECT_EQ(cut("- one\n  * two\n3. three\n## four\n> five\n・六"),
            (Cut{"one", "two", "three", "four", "five", "六"}));
}

TEST(Sentences, LeaveOutClosedFencesOnly) {
  EXPECT_EQ(cut("a\n```\nDo not read.\n```\nb"), (Cut{"a", "b"}));
  EXPECT_EQ(cut("a\n~~~ sh\nDo not read.\n~~~\nb"), (Cut{"a", "b"}));
  EXPECT_EQ(cut("a\n```\nDo not lose."), (Cut{"a", "Do not lose."}));
  EXPECT_EQ(cut("```one line```\nb"), (Cut{"b"}));
}

TEST(Sentences, LeaveOutLongPastedOutput) {
  std::string log;
  for (std::size_t i = 0; i <= kPastedLinesMax; ++i) {
    log += "2026-01-02 10:00:00 WARN do not use this option\n";
  }
  EXPECT_EQ(cut("look:\n\n" + log + "\nDo not push."), (Cut{"look:", "Do not push."}));
}

TEST(Sentences, KeepShortPastesAndLongLists) {
  EXPECT_EQ(cut("ERROR: do not use this\nhelp").size(), 2U);
  std::string list;
  for (int i = 0; i < 20; ++i) {
    list += "- do not touch file " + std::to_string(i) + "\n";
  }
  EXPECT_EQ(cut(list).size(), 20U);
}

TEST(Sentences, LeaveOutSystemReminders) {
  EXPECT_EQ(cut("a <system-reminder>Never say.</system-reminder> b"), (Cut{"a", "b"}));
  EXPECT_EQ(cut("a <system-reminder>Never say."), (Cut{"a <system-reminder>Never say."}));
}

TEST(Sentences, AreCutAndJudgedInLinearTime) {
  for (const std::string_view part :
       {"and don't know ", "....", "!?", "without asking ", "they and never had ", "\"",
        "ないで眠る", "絶対に間違いない人", "```\n", "- ", "e.g. ", "<system-reminder>",
        "really "}) {
    std::string prompt;
    while (prompt.size() < (std::size_t{1} << 20)) {
      prompt += part;
    }
    for (const std::string_view sentence : prose_sentences(prompt)) {
      EXPECT_FALSE(forbids(sentence)) << part;
    }
  }
}

TEST(Sentences, OfNothingAreNone) {
  EXPECT_TRUE(cut("").empty());
  EXPECT_TRUE(cut(" \n\t\n").empty());
}

}  // namespace
}  // namespace holdfast
