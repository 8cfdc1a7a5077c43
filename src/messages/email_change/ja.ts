/**
 * The messages about another email address of an account in Japanese.
 *
 * @module
 */

import type { EmailChangeMailsMessages, EmailChangeMessages } from "../email_change_types.ts";

/** The card of the account page, and the pages behind its emails. */
export const emailChange: EmailChangeMessages = {
  heading: "メールアドレス",
  none: "このアカウントにはメールアドレスがありません。",
  change: "変更",
  changeHeading: "メールアドレスの変更",
  changeText: "新しいアドレスにリンクをお送りします。リンクを開くまでは何も変わりません。",
  newAddress: "新しいメールアドレス",
  send: "リンクを送る",
  sent: "新しいアドレスにリンクをお送りしました。リンクを開いて変更を完了してください。",
  changed: "メールアドレスを変更しました。",
  confirmHeading: "このアドレスを使いますか？",
  confirmText:
    "{email} が {app} のアカウントのアドレスになります。ほかのすべてのデバイスからログアウトします。",
  confirmButton: "このアドレスを使う",
  undoHeading: "元のアドレスに戻しますか？",
  undoText:
    "{email} が再び {app} のアカウントのアドレスになります。すべてのデバイスからログアウトし、変更後に追加されたログイン方法、パスワード、2 段階認証は削除されます。",
  undoButton: "元に戻す",
  undoneHeading: "元のアドレスに戻りました",
  undoneText: "そのアドレスでログインし、ログイン方法を確認してください。",
  overHeading: "このリンクは無効です",
  overText: "すでに使われたか、古すぎるか、その後アカウントが変更されています。",
  errors: {
    InvalidNewEmail: {
      what: "新しいメールアドレスではありません。",
      now: "入力内容を確認して、もう一度お試しください。",
    },
    EmailInUse: {
      what: "このアドレスは別のアカウントで使われています。",
      now: "別のアドレスを使うか、そのアカウントにログインしてください。",
    },
    TooManyEmails: {
      what: "送信したメールが多すぎます。",
      now: "1 時間待ってから、もう一度お試しください。",
    },
  },
};

/** The emails. */
export const emailChangeMails: EmailChangeMailsMessages = {
  emailChange: {
    subject: "{app} で使う新しいアドレスの確認",
    intro: "どなたかが {app} のアカウントでこのアドレスを使おうとしています。",
    openLink: "ご本人の場合は、ログイン中のブラウザーでこのリンクを開いてください：",
    button: "アドレスを確認",
    ignore: "お心当たりがない場合は、このメールを無視してください。リンクを開かなければ、何も変わりません。",
  },
  emailChanged: {
    subject: "{app} のアカウントのメールアドレスが変更されました",
    intro: "{app} のアカウントのメールアドレスが変更されました：{details}。",
    openLink: "お心当たりがない場合は、{time}以内にこのリンクを開いて元のアドレスに戻してください：",
    button: "心当たりがありません",
    ignore: "ご本人の場合は、このメールを無視してください。",
  },
  emailAdopted: {
    subject: "{app} のアカウントに新しいメールアドレスが設定されました",
    intro: "このアドレスが {app} のアカウントのアドレスになりました：{details}。",
    openLink: "アカウントを見るには、このリンクを開いてください：",
    button: "アカウントを確認",
    ignore: "ご本人の場合は、このメールを無視してください。",
  },
  emailRestored: {
    subject: "{app} のアカウントのアドレスが元に戻りました",
    intro: "{app} のアカウントのメールアドレスの変更が取り消されました：{details}。",
    openLink: "アカウントを見るには、このリンクを開いてください：",
    button: "アカウントを確認",
    ignore: "元のアドレスのメールを受け取れる人による操作です。すべてのデバイスからログアウトしました。",
  },
};
