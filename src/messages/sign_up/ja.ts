/**
 * The messages of sign-up in Japanese.
 *
 * @module
 */

import type { SignUpMessages } from "../sign_up_types.ts";

/** The form of a new user. */
export const signUp: SignUpMessages = {
  heading: "登録を完了する",
  text: "{email} のアカウントを作成しています。",
  textNameless: "アカウントを作成しています。",
  button: "アカウントを作成",
  accept: "読んだうえで同意します：{documents}",
  acceptError: "アカウントを作成するには、チェックを入れてください。",
  closed: {
    what: "ここでは新しいアカウントを作成できません。",
    now: "すでにお持ちの場合は、ログインしてください。",
  },
};
