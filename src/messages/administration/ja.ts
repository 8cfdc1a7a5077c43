/**
 * The messages of the pages for staff in Japanese.
 *
 * @module
 */

import { acting } from "../acting/ja.ts";
import type { AdministrationMessages } from "../administration_types.ts";

/** The list of users, and the page about one. */
export const administration: AdministrationMessages = {
  acting,
  heading: "ユーザー",
  searchLabel: "名前、アドレス、または ID",
  search: "検索",
  none: "ユーザーが見つかりません。",
  unverified: "未確認",
  banned: "利用停止中",
  administrator: "サイトの管理者",
  you: "ご自身のアカウント",
  nameless: "名前なし",
  first: "最初のページ",
  next: "次のページ",
  export: "CSV で書き出す",
  create: "ユーザーを作成",
  createText: "本人にメールは送られません。",
  back: "すべてのユーザー",
  id: "ユーザー ID",
  bannedAt: "利用停止：{date}",
  bannedBy: "実行者：{name}",
  bannedUntil: "期限：{date}",
  forGood: "無期限",
  reason: "理由",
  reasonText: "ほかの担当者向けの内容です。ユーザーがダウンロードできるデータにも含まれます。",
  end: "期間",
  until: "日付を指定",
  date: "日付",
  ban: "利用を停止する",
  banText: "すべてのデバイスからログアウトされ、停止が終わるまでログインできません。",
  unban: "停止を解除する",
  sessions: "ログイン中のデバイス",
  noSessions: "ありません。",
  hiddenSessions: "このサイトではログイン中のデバイスを表示できません。",
  endAll: "すべてのデバイスからログアウト",
  secondFactor: "2 段階認証",
  on: "オン",
  off: "オフ",
  reset: "2 段階認証をリセットする",
  resetText:
    "すべてのデバイスからログアウトされ、2 段階目なしでログインできるようになり、本人にメールが届きます。",
  sendReset: "新しいパスワードを設定するリンクを送る",
  remove: "このユーザーを削除する",
  removeHeading: "{name} を削除しますか？",
  removeText:
    "ログイン方法やログイン中のデバイスなど、このユーザーについて保存されているものがすべて削除されます。",
  removeFinal: "元に戻すことはできません。本人にメールは届きません。",
  log: {
    heading: "スタッフの操作履歴",
    none: "まだありません。",
    noMore: "これより古い記録はありません。",
    past: {
      createUser: "ユーザーを作成",
      updateUser: "情報を変更",
      banUser: "利用を停止",
      unbanUser: "停止を解除",
      removeUser: "ユーザーを削除",
      endSession: "1 つのブラウザーからログアウト",
      endSessions: "すべてのデバイスからログアウト",
      resetSecondFactor: "2 段階認証をリセット",
      sendPasswordReset: "新しいパスワードを設定するリンクを送信",
      actAs: "このユーザーとしての操作を開始",
      stopActing: "このユーザーとしての操作を終了",
      exportUsers: "ユーザーの一覧を書き出し",
      createSession: "セッションを開始",
      importUsers: "ユーザーを取り込み",
    },
    by: "実行者：{name}",
    byProgram: "実行者：プログラム",
    failed: "未実行",
    unfinished: "実行された可能性あり",
  },
  done: {
    createUser: "ユーザーを作成しました。",
    banUser: "ユーザーの利用を停止し、すべてのデバイスからログアウトしました。",
    unbanUser: "停止を解除しました。",
    endSessions: "すべてのデバイスからログアウトしました。",
    removeUser: "ユーザーを削除しました。",
    resetSecondFactor: "2 段階認証をリセットしました。",
    sendPasswordReset: "メールを送信しました。",
  },
  errors: {
    AccessDenied: {
      what: "このユーザーに対してこの操作はできません。",
      now: "サイトの管理者にお問い合わせください。",
    },
    AlreadyBanned: { what: "このユーザーはすでに利用停止中です。", now: "ほかの担当者が先に操作しました。" },
    NotBanned: {
      what: "このユーザーはもう利用停止中ではありません。",
      now: "ほかの担当者が先に操作しました。",
    },
    InvalidBan: { what: "停止の期限が正しくありません。", now: "未来の日付を選んでください。" },
    InvalidName: { what: "この名前は長すぎます。", now: "もっと短い名前を入力してください。" },
    AddressTaken: { what: "このアドレスは別のユーザーが使っています。", now: "一覧で検索してください。" },
    NotSent: {
      what: "メールは送信されませんでした。",
      now: "このユーザーは自分のアドレスでパスワードを設定できません。",
    },
    RateLimited: {
      what: "このアドレスに送ったメールが多すぎます。",
      now: "少し待ってからもう一度お試しください。",
    },
    UserChanged: { what: "現在は別のユーザーとしてログインしています。", now: "何も変更されていません。" },
  },
};
