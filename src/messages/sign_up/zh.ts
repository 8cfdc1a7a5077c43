/**
 * The messages of sign-up in Chinese.
 *
 * @module
 */

import type { SignUpMessages } from "../sign_up_types.ts";

/** The form of a new user. */
export const signUp: SignUpMessages = {
  heading: "完成注册",
  text: "您正在为 {email} 创建账号。",
  textNameless: "您正在创建账号。",
  button: "创建账号",
  accept: "我已阅读并同意：{documents}",
  acceptError: "请勾选此项以创建账号。",
  closed: { what: "此处无法创建新账号。", now: "如果您已有账号，请登录。" },
};
