/**
 * The messages about user names in Chinese.
 *
 * @module
 */

import type { UserNamesMessages } from "../user_names_types.ts";

/** The card of the account page, and fields for a name. */
export const userNames: UserNamesMessages = {
  label: "用户名",
  addressOrName: "电子邮件地址或用户名",
  optionalAddress: "电子邮件地址（可选）",
  withoutAddress: "如果没有地址，忘记密码后将无法再登录。请在登录后添加通行密钥。",
  none: "您还没有用户名。",
  choose: "选择",
  chooseHeading: "选择用户名",
  chooseText: "您可以用它登录。其他人可能会看到它。",
  change: "更改",
  changeHeading: "更改用户名",
  changeText: "之后请用新用户名登录。旧用户名将不再可用。",
  wait: "您可以在 {date} 再次更改。",
  changed: "您的用户名已更改。",
  errors: {
    length: { what: "该用户名太短或太长。", now: "请使用 {min} 到 {max} 个字符。" },
    characters: {
      what: "该用户名含有不能使用的字符。",
      now: "请使用同一种文字、数字、点、连字符和下划线。",
    },
    taken: { what: "该用户名已被使用。", now: "请另选一个。" },
    tooSoon: { what: "您不久前更改过用户名。", now: "请在 {date} 之后重试。" },
  },
};
