/**
 * The messages about administrators who act as users in Chinese.
 *
 * @module
 */

import type { ActingMessages } from "../acting_types.ts";

/** The page of an administrator who acts as a user, and what the user reads of it. */
export const acting: ActingMessages = {
  heading: "您正在以其他用户的身份操作",
  text: "{app} 显示的是 {name} 看到的内容。",
  closed: "只有 {name} 本人可以更改登录方式、设备和账号。",
  left: "剩余时间：{time}。",
  refused: "未做任何更改。请用您自己的账号重试。",
  stop: "停止",
  overHeading: "您已不再以其他用户的身份操作",
  overText: "您将以 {name} 的身份继续。",
  goOn: "继续",
  act: "以此用户的身份操作",
  actText: "您将看到此用户所见的 {app}，持续 {time}。",
  past: "{app} 的客服人员使用了账号",
};
