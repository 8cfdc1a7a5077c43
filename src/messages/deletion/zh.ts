/**
 * The messages about the deletion of an account in Chinese.
 *
 * @module
 */

import type { DeletionMailsMessages, DeletionMessages } from "../deletion_types.ts";

/** The card of the account page, and the page. */
export const deletion: DeletionMessages = {
  heading: "删除账号",
  text: "删除您在 {app} 的账号及其全部内容。您有{time}的时间可以改变主意。",
  textAtOnce: "立即删除您在 {app} 的账号及其全部内容。",
  button: "删除账号",
  question: "要删除您的账号吗？",
  loss: "您将失去 {app} 账号：个人资料、登录方式以及您保存的内容。",
  stays: "您现在将在所有设备上退出登录。{time}内您仍可保留账号：登录，或打开我们邮件中的链接。",
  nothingStays: "将立即删除，且无法恢复。",
  confirm: "输入 {value} 以确认",
  keep: "保留我的账号",
  kept: "您已保留账号。",
  notConfirmed: {
    what: "没有删除任何内容：您输入的不一致。",
    now: "请完全按照显示的内容输入。",
  },
  tooLate: {
    what: "现在已无法保留账号。",
    now: "正在删除。",
  },
  pendingHeading: "您的账号将被删除",
  pending: "将于 {date} 删除。",
  pendingText: "您在 {app} 的账号将于 {date} 删除。在此之前您可以保留它。",
  keptHeading: "您已保留账号",
  keptText: "没有删除任何内容。请登录以继续。",
  deletedHeading: "您的账号已删除",
  deletedText: "您在 {app} 的账号及其全部内容已不存在。",
};

/** The emails. */
export const deletionMails: DeletionMailsMessages = {
  deletionRequested: {
    subject: "您在 {app} 的账号将被删除",
    intro: "您在 {app} 的账号将于 {date} 删除。请求：{details}。",
    openLink: "如要保留，请在此之前打开此链接：",
    button: "保留我的账号",
    ignore: "如果是您提出的，请忽略此邮件。如果不是，请打开链接，然后检查您在哪些设备上登录。",
  },
  deletionUndone: {
    subject: "您已保留 {app} 账号",
    intro: "您在 {app} 的账号不会被删除：{details}。",
    openLink: "打开此链接查看您的账号：",
    button: "检查我的账号",
    ignore: "如果是您本人，请忽略此邮件。如果不是，请立即退出其他所有位置的登录。",
  },
  accountDeleted: {
    subject: "您在 {app} 的账号已删除",
    intro: "您在 {app} 的账号已删除：{details}。",
    openLink: "打开此链接访问网站：",
    button: "打开网站",
    ignore: "如果这并非您的本意，请联系 {app}。这是关于此账号的最后一封邮件。",
  },
};
