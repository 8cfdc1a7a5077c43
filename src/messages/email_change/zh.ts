/**
 * The messages about another email address of an account in Chinese.
 *
 * @module
 */

import type { EmailChangeMailsMessages, EmailChangeMessages } from "../email_change_types.ts";

/** The card of the account page, and the pages behind its emails. */
export const emailChange: EmailChangeMessages = {
  heading: "邮箱地址",
  none: "您的账号没有邮箱地址。",
  change: "更改",
  changeHeading: "更改邮箱地址",
  changeText: "我们会向新地址发送链接。在您打开链接之前，不会有任何更改。",
  newAddress: "新邮箱地址",
  send: "发送链接",
  sent: "我们已向新地址发送链接。请打开链接以完成更改。",
  changed: "您的邮箱地址已更改。",
  confirmHeading: "要使用此地址吗？",
  confirmText: "{email} 将成为您 {app} 账号的地址。其他所有设备均会退出登录。",
  confirmButton: "使用此地址",
  undoHeading: "要恢复原来的地址吗？",
  undoText:
    "{email} 将重新成为您 {app} 账号的地址。所有设备均会退出登录，更改之后添加的登录方式、密码和两步验证都会被移除。",
  undoButton: "恢复地址",
  undoneHeading: "已恢复原来的地址",
  undoneText: "请使用该地址登录，然后检查您的登录方式。",
  overHeading: "此链接已失效",
  overText: "链接已被使用或已过期，或者账号此后发生了变化。",
  errors: {
    InvalidNewEmail: { what: "这不是新的邮箱地址。", now: "请检查输入的内容后重试。" },
    EmailInUse: { what: "该地址已被其他账号使用。", now: "请使用其他地址，或登录该账号。" },
    TooManyEmails: { what: "我们发送的邮件过多。", now: "请等待一小时后重试。" },
  },
};

/** The emails. */
export const emailChangeMails: EmailChangeMailsMessages = {
  emailChange: {
    subject: "请验证您在 {app} 的新地址",
    intro: "有人想将此地址用于自己的 {app} 账号。",
    openLink: "如果是您本人，请在已登录的浏览器中打开此链接：",
    button: "验证我的地址",
    ignore: "如果不是您本人，请忽略此邮件：不打开链接，就不会有任何更改。",
  },
  emailChanged: {
    subject: "您的 {app} 账号的邮箱地址已更改",
    intro: "您的 {app} 账号的邮箱地址已更改：{details}。",
    openLink: "如果不是您本人，请在{time}内打开此链接以恢复原来的地址：",
    button: "不是我本人操作",
    ignore: "如果是您本人，请忽略此邮件。",
  },
  emailAdopted: {
    subject: "您的 {app} 账号已设置新的邮箱地址",
    intro: "此地址现在是您 {app} 账号的地址：{details}。",
    openLink: "打开此链接，查看您的账号：",
    button: "检查我的账号",
    ignore: "如果是您本人，请忽略此邮件。",
  },
  emailRestored: {
    subject: "您的 {app} 账号已恢复原来的地址",
    intro: "您的 {app} 账号的邮箱地址更改已撤销：{details}。",
    openLink: "打开此链接，查看您的账号：",
    button: "检查我的账号",
    ignore: "操作者可以使用原地址的邮箱。所有设备均已退出登录。",
  },
};
