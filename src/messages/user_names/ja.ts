/**
 * The messages about user names in Japanese.
 *
 * @module
 */

import type { UserNamesMessages } from "../user_names_types.ts";

/** The card of the account page, and fields for a name. */
export const userNames: UserNamesMessages = {
  label: "ユーザー名",
  addressOrName: "メールアドレスまたはユーザー名",
  optionalAddress: "メールアドレス（任意）",
  withoutAddress:
    "メールアドレスがないと、パスワードを忘れたときにログインできなくなります。ログイン後にパスキーを追加してください。",
  none: "ユーザー名がまだありません。",
  choose: "選ぶ",
  chooseHeading: "ユーザー名を選ぶ",
  chooseText: "ユーザー名でログインできます。ほかの人に表示されることがあります。",
  change: "変更",
  changeHeading: "ユーザー名を変更",
  changeText: "今後は新しいユーザー名でログインします。古いユーザー名は使えなくなります。",
  wait: "次に変更できるのは{date}です。",
  changed: "ユーザー名を変更しました。",
  errors: {
    length: { what: "ユーザー名が短すぎるか、長すぎます。", now: "{min}～{max}文字にしてください。" },
    characters: {
      what: "ユーザー名に使えない文字が含まれています。",
      now: "1種類の文字、数字、ピリオド、ハイフン、下線を使ってください。",
    },
    taken: { what: "このユーザー名は使われています。", now: "別のユーザー名を選んでください。" },
    tooSoon: { what: "ユーザー名は最近変更されています。", now: "{date}以降にもう一度お試しください。" },
  },
};
