/**
 * The messages about the deletion of an account in Chinese.
 *
 * @module
 */

import type { DeletionMailsMessages, DeletionMessages } from "../deletion_types.ts";

/** The card of the account page, and the page. */
export const deletion: DeletionMessages = {
  heading: "删除账户",
  text: "删除您在 {app} 的账户及其全部内容。您有 {time}的时间可以改变主意。",
  textAtOnce: "立即删除您在 {app} 的账户及其全部内容。",
  button: "删除账户",
  question: "要删除您的账户吗？",
  loss: "您将失去 {app} 账户：个人资料、登录方式以及您保存的内容。",
  stays: "您现在会在所有地方退出登录。{time}内您仍可保留账户：登录，或打开我们邮件中的链接。",
  nothingStays: "立即生效，任何人都无法恢复。",
  confirm: "输入 {value} 以确认",
  keep: "保留我的账户",
  kept: "您的账户会保留。",
  notConfirmed: {
    what: "没有删除任何内容：您输入的不一致。",
    now: "请完全按照显示的内容输入。",
  },
  tooLate: {
    what: "现在已无法保留账户。",
    now: "正在删除。",
  },
  pendingHeading: "您的账户将被删除",
  pending: "将于 {date} 删除。",
  pendingText: "您在 {app} 的账户将于 {date} 删除。在此之前您可以保留它。",
  keptHeading: "您的账户会保留",
  keptText: "没有删除任何内容。请登录以继续。",
  deletedHeading: "您的账户已删除",
  deletedText: "您在 {app} 的账户及其全部内容已不存在。",
};

/** The emails. */
export const deletionMails: DeletionMailsMessages = {
  deletionRequested: {
    subject: "您在 {app} 的账户将被删除",
    intro: "您在 {app} 的账户将于 {date} 删除。申请：{details}。",
    openLink: "如要保留，请在此之前打开此链接：",
    button: "保留我的账户",
    ignore: "如果是您提出的，请忽略此邮件。如果不是，请打开链接，然后检查您在哪些地方登录。",
  },
  deletionUndone: {
    subject: "您在 {app} 的账户会保留",
    intro: "您在 {app} 的账户不会被删除：{details}。",
    openLink: "打开此链接查看您的账户：",
    button: "检查我的账户",
    ignore: "如果是您本人操作，请忽略此邮件。",
  },
  accountDeleted: {
    subject: "您在 {app} 的账户已删除",
    intro: "您在 {app} 的账户已删除：{details}。",
    openLink: "如要再次使用 {app}，请打开此链接：",
    button: "打开网站",
    ignore: "这是关于此账户的最后一封邮件。",
  },
};
