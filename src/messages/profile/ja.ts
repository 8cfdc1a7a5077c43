/**
 * The messages about the profile in Japanese.
 *
 * @module
 */

import type { ProfileMessages } from "../profile_types.ts";

/** The part of the account page. */
export const profile: ProfileMessages = {
  heading: "プロフィール",
  about: "基本情報",
  name: "お名前",
  optional: "任意",
  followed:
    "お名前と画像は、ログインに使うサービスのものです。そちらで変更してから、もう一度ログインしてください。",
  saved: "プロフィールを保存しました。",
  language: "言語",
  ofBrowser: "ブラウザーと同じ",
  changed: "プロフィールを変更",
  picture: "画像",
  pictureLabel: "画像を選択",
  pictureRule: "{size} 以下の PNG、JPEG、WebP、GIF。",
  errors: {
    required: "入力してください。",
    tick: "チェックを入れてください。",
    tooLong: "{count} 文字以内にしてください。",
    url: "https で始まる Web アドレスを入力してください。",
    date: "日付を入力してください。",
    choice: "リストから選んでください。",
  },
};
