/**
 * The messages about the deletion of an account in Japanese.
 *
 * @module
 */

import type { DeletionMailsMessages, DeletionMessages } from "../deletion_types.ts";

/** The card of the account page, and the page. */
export const deletion: DeletionMessages = {
  heading: "アカウントを削除",
  text: "{app} のアカウントを、中身もすべて含めて削除します。考え直せる期間は{time}です。",
  textAtOnce: "{app} のアカウントを、中身もすべて含めてすぐに削除します。",
  button: "アカウントを削除",
  question: "アカウントを削除しますか？",
  loss: "{app} のアカウントを失います。プロフィール、ログイン方法、保存したものがすべてなくなります。",
  stays:
    "今すぐすべての場所でログアウトされます。{time}以内なら、ログインするか、メールのリンクを開いてアカウントを残せます。",
  nothingStays: "すぐに削除され、元に戻せません。",
  confirm: "確認のため {value} と入力してください",
  keep: "アカウントを残す",
  kept: "アカウントを残しました。",
  notConfirmed: {
    what: "何も削除されていません。入力内容が一致しません。",
    now: "表示のとおりに入力してください。",
  },
  tooLate: {
    what: "アカウントを残せる期間は終わりました。",
    now: "削除の処理中です。",
  },
  pendingHeading: "アカウントは削除されます",
  pending: "{date}に削除されます。",
  pendingText: "{app} のアカウントは{date}に削除されます。それまでは残すことができます。",
  keptHeading: "アカウントを残しました",
  keptText: "何も削除されていません。続けるにはログインしてください。",
  deletedHeading: "アカウントは削除されました",
  deletedText: "{app} のアカウントは、中身もすべてなくなりました。",
};

/** The emails. */
export const deletionMails: DeletionMailsMessages = {
  deletionRequested: {
    subject: "{app} のアカウントは削除されます",
    intro: "{app} のアカウントは{date}に削除されます。リクエスト：{details}。",
    openLink: "残すには、それまでにこのリンクを開いてください：",
    button: "アカウントを残す",
    ignore:
      "ご自身によるリクエストなら、このメールは無視してください。心当たりがなければ、リンクを開き、ログイン中の場所を確認してください。",
  },
  deletionUndone: {
    subject: "{app} のアカウントを残しました",
    intro: "{app} のアカウントは削除されません：{details}。",
    openLink: "アカウントを見るには、このリンクを開いてください：",
    button: "アカウントを確認",
    ignore:
      "ご本人の場合は、このメールを無視してください。お心当たりがない場合は、すぐにほかのすべての場所からログアウトしてください。",
  },
  accountDeleted: {
    subject: "{app} のアカウントは削除されました",
    intro: "{app} のアカウントを削除しました：{details}。",
    openLink: "サイトを見るには、このリンクを開いてください：",
    button: "サイトを開く",
    ignore:
      "心当たりがなければ、{app} にお問い合わせください。このアカウントについてのメールはこれが最後です。",
  },
};
