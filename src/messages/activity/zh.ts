/**
 * The messages about what has happened to an account in Chinese.
 *
 * @module
 */

import type { ActivityMessages } from "../activity_types.ts";

/** The card of the account page. */
export const activity: ActivityMessages = {
  heading: "近期活动",
  signIn: "登录",
  stepUp: "已确认是本人",
  failed: "登录失败",
  wrong: { password: "密码错误", code: "验证码错误", passkey: "通行密钥未通过验证" },
  times: "{count} 次",
  other: "账号信息已更改",
  past: {
    passwordChanged: "密码已更改",
    secondFactorReset: "客服人员关闭了两步验证",
    deletionRequested: "已申请删除账号",
    deletionUndone: "已取消删除账号",
    emailAdopted: "新的邮箱地址",
    emailRestored: "已恢复原来的邮箱地址",
    "change-username": "用户名已更改",
  },
};
