/**
 * The messages about passwords in Japanese.
 *
 * @module
 */

import type { PasswordMailsMessages, PasswordMessages, SecurityMailsMessages } from "../password_types.ts";

/** The pages. */
export const password: PasswordMessages = {
  signUpHeading: "アカウントを作成",
  signUpHeadingNamed: "{app} のアカウントを作成",
  signUpButton: "アカウントを作成",
  unverified:
    "パスワードは正しく入力されました。このメールアドレスはまだ確認されていません。メールから確認すると、ログインできます。",
  unknownBrowser:
    "初めてのブラウザーです。ログインするには、{email} にお送りした確認コードを入力してください。",
  agreement: "アカウントを作成すると、次の内容に同意したことになります：{documents}",
  haveAccount: "アカウントをお持ちですか？",
  signIn: "ログイン",
  hint: "{count} 文字以上で入力してください。いくつかの単語を並べると、安全で覚えやすくなります。",
  typed: "{count} 文字中 {typed} 文字。",
  longEnough: "十分な長さです。",
  forgotHeading: "新しいパスワードの設定",
  forgotText: "メールアドレスを入力してください。新しいパスワードを設定するためのリンクをお送りします。",
  forgotButton: "リンクをメールで送る",
  chooseHeading: "パスワードの設定",
  chooseText: "{email} のアカウントのパスワードです。設定するとログインします。",
  chooseTextWithCode: "{email} にリンクと確認コードをお送りしました。リンクを開くか、" +
    "ここに確認コードと新しいパスワードを入力してください。",
  chooseButton: "保存してログイン",
  keepHeading: "これはあなたのパスワードですか？",
  keepText: "{email} のアカウントには、このアドレスが確認される前に設定されたパスワードがあります。" +
    "ご自身で設定した場合は、入力するとそのまま使えます。",
  keepButton: "このパスワードを使い続ける",
  keepWrong: "間違っている場合は、他人が設定した可能性があるため、そのパスワードは削除されます。" +
    "その後、新しいパスワードを設定できます。",
  keepOther:
    "設定したことがない場合は、新しいアカウントが作成され、もう一方のアカウントはこのアドレスを失います。",
  keepNever: "パスワードを設定したことはない",
  removed: "以前のパスワードは削除されました。新しいパスワードを設定できます。",
  changeHeading: "パスワードの変更",
  addHeading: "パスワードの追加",
  changeText: "ほかのすべてのブラウザーからログアウトします。",
  currentPassword: "現在のパスワード",
  newPassword: "新しいパスワード",
  changeButton: "パスワードを保存",
  cancel: "キャンセル",
  change: "パスワードを変更",
  add: "パスワードを追加",
  setAt: "設定日：{date}",
  changed: "パスワードを保存しました。ほかのすべてのデバイスからログアウトしました。",
  errors: {
    TooShort: {
      what: "パスワードが短すぎます。",
      now: "{count} 文字以上にしてください。いくつかの単語を並べるのもよい方法です。",
    },
    TooLong: { what: "パスワードが長すぎます。", now: "1024 文字以内にしてください。" },
    TooCommon: {
      what: "このパスワードは、他人が最初に試すものの一つです。",
      now: "互いに関係のない単語をいくつか並べるなど、別のパスワードにしてください。",
    },
    Leaked: {
      what: "このパスワードは、過去のデータ漏えいに含まれています。",
      now: "別のパスワードにしてください。ほかでも使っている場合は、そちらも変更してください。",
    },
    WrongPassword: { what: "現在のパスワードと一致しません。", now: "確認して、もう一度お試しください。" },
  },
};

/** The mails. */
export const passwordMails: PasswordMailsMessages = {
  confirm: {
    subject: "{app} で使うアドレスの確認",
    intro: "{app} へようこそ。ご自身のアドレスであることを確認すると、アカウントを利用できるようになります。",
    openLink: "次のリンクを開いて、アドレスを確認してください：",
    button: "アドレスを確認",
    ignore: "アカウントを作成していない場合は、このメールを無視してください。このメールがなければ、" +
      "アカウントは作成されません。",
  },
  exists: {
    subject: "{app} のアカウントはすでにあります",
    intro: "どなたか（ご本人かもしれません）が、このアドレスで {app} のアカウントを作成しようとしました。" +
      "アカウントはすでにありますので、いつもの方法でログインしてください。パスワードをお忘れの場合は、" +
      "新しいパスワードを設定してください。",
    openLink: "次のリンクを開いて、新しいパスワードを設定してください：",
    button: "新しいパスワードを設定",
    ignore: "お心当たりがない場合は、このメールを無視してください。何も変更されていません。",
  },
  reset: {
    subject: "{app} の新しいパスワードの設定",
    intro: "{app} のアカウントの新しいパスワードを設定してください。設定すると、" +
      "ほかのすべてのブラウザーからログアウトします。",
    openLink: "次のリンクを開いて、新しいパスワードを設定してください：",
    button: "新しいパスワードを設定",
    ignore: "このメールにお心当たりがない場合は、無視してください。パスワードは変更されていません。",
  },
  noAccount: {
    subject: "このアドレスの {app} アカウントはありません",
    intro: "どなたか（ご本人かもしれません）が、{app} の新しいパスワードの設定を求めましたが、" +
      "このアドレスのアカウントはありません。別のアドレスか、" +
      "別のログイン方法をお使いだったかもしれません。",
    openLink: "次のリンクを開いて、アカウントを作成してください：",
    button: "アカウントを作成",
    ignore: "お心当たりがない場合は、このメールを無視してください。何も起きていません。",
  },
  unknownBrowser: {
    subject: "{app} へのログインの確認",
    intro: "どなたか（ご本人かもしれません）が、初めてのブラウザーで {app} のパスワードを入力しました。",
    openLink:
      "お心当たりがない場合は、パスワードが他人に知られています。次のリンクを開いて、新しいパスワードを設定してください：",
    button: "新しいパスワードを設定",
    typeCode: "ご本人の場合は、そのブラウザーで次の確認コードを入力してください：",
    ignore:
      "お心当たりがない場合は、すぐに新しいパスワードを設定してください。確認コードがなければ、そのブラウザーではログインできません。",
  },
};

const LOOK = {
  button: "心当たりがありません",
  ignore:
    "ご本人の場合は、このメールを無視してください。お心当たりがない場合は、すぐにほかのすべての場所からログアウトしてください。",
};

/** The mails that tell a user what has happened to their account. */
export const securityMails: SecurityMailsMessages = {
  newDevice: {
    subject: "{app}への新しいログイン",
    intro: "これまでにないブラウザーから{app} のアカウントにログインがありました：{details}。",
    openLink: "このリンクを開くと、ログイン中の場所を確認できます：",
    ...LOOK,
  },
  passwordChanged: {
    subject: "{app} のパスワードが設定されました",
    intro:
      "{app} のアカウントのパスワードが設定されました：{details}。ほかのすべてのブラウザーからログアウトしました。",
    openLink: "お心当たりがない場合は、このリンクを開いて別のパスワードを設定してください：",
    button: "別のパスワードを設定する",
    otherButton: "アカウントを確認する",
    ignore: "ご本人の場合は、このメールを無視してください。",
  },
  wayAdded: {
    subject: "{app} のログイン方法が追加されました",
    intro: "{app} のアカウントにログイン方法が追加されました：{way}（{details}）。",
    openLink: "このリンクを開くと、すべてのログイン方法を確認できます：",
    ...LOOK,
  },
  wayRemoved: {
    subject: "{app} のログイン方法が削除されました",
    intro: "{app} のアカウントからログイン方法が削除されました：{way}（{details}）。",
    openLink: "このリンクを開くと、すべてのログイン方法を確認できます：",
    ...LOOK,
  },
};
