/**
 * The messages about what has happened to an account in Japanese.
 *
 * @module
 */

import type { ActivityMessages } from "../activity_types.ts";

/** The card of the account page. */
export const activity: ActivityMessages = {
  heading: "最近のアクティビティ",
  signIn: "ログイン",
  stepUp: "本人確認",
  failed: "ログイン失敗",
  wrong: { password: "パスワードの誤り", code: "コードの誤り", passkey: "パスキーを確認できませんでした" },
  times: "{count} 回",
  other: "アカウントが変更されました",
};
