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
  other: "アカウント情報を変更",
  past: {
    passwordChanged: "パスワードを変更",
    secondFactorReset: "サポートが 2 段階認証をオフにしました",
    deletionRequested: "アカウントの削除を申請",
    deletionUndone: "アカウントの削除を取り消し",
    emailAdopted: "新しいメールアドレス",
    emailRestored: "以前のメールアドレスに復元",
    "change-username": "ユーザー名を変更",
  },
};
