/**
 * The messages about passwords in Chinese.
 *
 * @module
 */

import type { PasswordMailsMessages, PasswordMessages, SecurityMailsMessages } from "../password_types.ts";

/** The pages. */
export const password: PasswordMessages = {
  signUpHeading: "创建账号",
  signUpHeadingNamed: "创建 {app} 账号",
  signUpButton: "创建账号",
  unverified: "密码正确。此邮箱地址从未确认过：请通过邮件确认，即可登录。",
  unknownBrowser: "我们未曾见过此浏览器。如需登录，请输入我们发送至 {email} 的验证码。",
  agreement: "创建账号即表示您同意：{documents}",
  haveAccount: "已有账号？",
  signIn: "登录",
  hint: "至少 {count} 个字符。几个连在一起的词既安全又容易记住。",
  typed: "{typed} / {count} 个字符。",
  longEnough: "长度足够。",
  forgotHeading: "设置新密码",
  forgotText: "请输入您的邮箱地址。我们会向您发送用于设置新密码的链接。",
  forgotButton: "通过邮件发送链接",
  chooseHeading: "设置密码",
  chooseText: "用于 {email} 的账号。保存后您将登录。",
  chooseTextWithCode: "我们已将链接和验证码发送至 {email}。请打开链接，或在此输入验证码和新密码。",
  chooseButton: "保存并登录",
  keepHeading: "这是您的密码吗？",
  keepText: "{email} 的账号有一个在此地址确认之前设置的密码。如果是您设置的，请输入它，它将继续有效。",
  keepButton: "保留此密码",
  keepWrong: "如果输入有误，该密码将被移除，因为它可能是陌生人设置的。之后您可以设置新密码。",
  keepOther: "如果您从未设置过密码，您将获得一个新账号，另一个账号将不再使用此地址。",
  keepNever: "我从未设置过密码",
  removed: "之前的密码已被移除。您可以设置新密码。",
  changeHeading: "更改密码",
  addHeading: "添加密码",
  changeText: "其他浏览器均会退出登录。",
  currentPassword: "当前密码",
  newPassword: "新密码",
  changeButton: "保存密码",
  cancel: "取消",
  change: "更改密码",
  add: "添加密码",
  setAt: "设置时间：{date}",
  changed: "密码已保存。其他所有设备均已退出登录。",
  errors: {
    TooShort: { what: "该密码太短。", now: "请至少使用 {count} 个字符，例如几个连在一起的词。" },
    TooLong: { what: "该密码太长。", now: "请最多使用 1024 个字符。" },
    TooCommon: { what: "该密码是他人最先尝试的密码之一。", now: "请换一个，例如几个互不相关的词。" },
    Leaked: {
      what: "该密码曾在数据泄露中出现。",
      now: "请换一个。如果您在其他地方也使用该密码，请一并更改。",
    },
    WrongPassword: { what: "这不是您当前的密码。", now: "请检查后重试。" },
  },
};

/** The mails. */
export const passwordMails: PasswordMailsMessages = {
  confirm: {
    subject: "请验证您的 {app} 账号地址",
    intro: "欢迎使用 {app}。请验证此地址属于您，之后您的账号即可使用。",
    openLink: "请打开此链接以验证您的地址：",
    button: "验证地址",
    ignore: "如果您没有创建账号，请忽略此邮件：没有它，不会创建任何账号。",
  },
  exists: {
    subject: "您已有 {app} 账号",
    intro: "有人（可能是您）想用此地址创建 {app} 账号。您已有账号，请像往常一样登录。如果您忘记了密码，" +
      "请设置新密码。",
    openLink: "请打开此链接以设置新密码：",
    button: "设置新密码",
    ignore: "如果不是您本人，请忽略此邮件：没有任何更改。",
  },
  reset: {
    subject: "设置 {app} 的新密码",
    intro: "请为您的 {app} 账号设置新密码。设置后，其他浏览器均会退出登录。",
    openLink: "请打开此链接以设置新密码：",
    button: "设置新密码",
    ignore: "如果您没有请求此邮件，请忽略它：您的密码没有更改。",
  },
  noAccount: {
    subject: "没有使用此地址的 {app} 账号",
    intro: "有人（可能是您）请求在 {app} 设置新密码，但没有使用此地址的账号。" +
      "您可能使用了其他地址或其他登录方式。",
    openLink: "请打开此链接以创建账号：",
    button: "创建账号",
    ignore: "如果不是您本人，请忽略此邮件：没有发生任何事情。",
  },
  unknownBrowser: {
    subject: "请确认您对 {app} 的登录",
    intro: "有人（可能是您本人）在我们未曾见过的浏览器中输入了您的 {app} 密码。",
    openLink: "如果不是您本人，则有人知道您的密码。请打开此链接以设置新密码：",
    button: "设置新密码",
    typeCode: "如果是您本人，请在该浏览器中输入此验证码：",
    ignore: "如果不是您本人，请立即设置新密码。没有验证码，任何人都无法在那里登录。",
  },
};

const LOOK = {
  button: "不是我本人操作",
  ignore: "如果是您本人，请忽略此邮件。如果不是，请立即退出其他所有位置的登录。",
};

/** The mails that tell a user what has happened to their account. */
export const securityMails: SecurityMailsMessages = {
  newDevice: {
    subject: "{app} 有新的登录",
    intro: "有人使用我们未曾见过的浏览器登录了您的 {app} 账号：{details}。",
    openLink: "打开此链接，查看您的登录位置：",
    ...LOOK,
  },
  passwordChanged: {
    subject: "您的 {app} 密码已更新",
    intro: "您的 {app} 账号密码已设置：{details}。其他所有浏览器均已退出登录。",
    openLink: "如果不是您本人，请打开此链接选择其他密码：",
    button: "选择其他密码",
    otherButton: "查看我的账号",
    ignore: "如果是您本人，请忽略此邮件。",
  },
  wayAdded: {
    subject: "{app} 新增了登录方式",
    intro: "您的 {app} 账号新增了登录方式：{way}（{details}）。",
    openLink: "打开此链接，查看所有登录方式：",
    ...LOOK,
  },
  wayRemoved: {
    subject: "{app} 的登录方式已移除",
    intro: "您的 {app} 账号移除了登录方式：{way}（{details}）。",
    openLink: "打开此链接，查看所有登录方式：",
    ...LOOK,
  },
};
