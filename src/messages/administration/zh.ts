/**
 * The messages of the pages for staff in Chinese.
 *
 * @module
 */

import { acting } from "../acting/zh.ts";
import type { AdministrationMessages } from "../administration_types.ts";

/** The list of users, and the page about one. */
export const administration: AdministrationMessages = {
  acting,
  heading: "用户",
  searchLabel: "姓名、邮箱地址或编号",
  search: "搜索",
  none: "没有找到用户。",
  unverified: "未验证",
  banned: "已封禁",
  administrator: "网站管理员",
  you: "是您本人",
  nameless: "没有姓名",
  first: "第一页",
  next: "下一页",
  export: "导出为 CSV",
  create: "创建用户",
  createText: "对方不会收到邮件。",
  back: "所有用户",
  id: "用户编号",
  bannedAt: "封禁时间：{date}",
  bannedBy: "操作者：{name}",
  bannedUntil: "截止：{date}",
  forGood: "永久",
  reason: "原因",
  reasonText: "供同事查看。用户可以下载的数据中也包含它。",
  end: "时长",
  until: "到指定日期",
  date: "日期",
  ban: "封禁此用户",
  banText: "将在所有设备上退出登录，封禁结束前无法登录。",
  unban: "解除封禁",
  sessions: "已登录的设备",
  noSessions: "暂无。",
  hiddenSessions: "本网站无法列出已登录的设备。",
  endAll: "在所有设备上退出登录",
  secondFactor: "两步验证",
  on: "已开启",
  off: "已关闭",
  reset: "重置两步验证",
  resetText: "该用户将在所有设备上退出登录，无需第二步即可登录，并会收到邮件通知。",
  sendReset: "发送设置新密码的链接",
  remove: "移除此用户",
  removeHeading: "移除 {name}？",
  removeText: "这会删除存储的与该用户有关的一切：登录方式、已登录的设备和所有其他数据。",
  removeFinal: "此操作无法撤销，该用户也不会收到邮件。",
  done: {
    createUser: "用户已创建。",
    banUser: "用户已被封禁，并已在所有设备上退出登录。",
    unbanUser: "封禁已解除。",
    endSessions: "用户已在所有设备上退出登录。",
    removeUser: "用户已移除。",
    resetSecondFactor: "两步验证已重置。",
    sendPasswordReset: "邮件已发送。",
  },
  errors: {
    AccessDenied: { what: "您不能对此用户执行该操作。", now: "请联系此网站的管理人员。" },
    AlreadyBanned: { what: "此用户已被封禁。", now: "其他人先操作了。" },
    NotBanned: { what: "此用户已不再被封禁。", now: "其他人先操作了。" },
    InvalidBan: { what: "封禁不能在那时结束。", now: "请选择将来的日期。" },
    AddressTaken: { what: "其他用户正在使用该地址。", now: "请在列表中搜索。" },
    NotSent: { what: "邮件未发送。", now: "此用户无法用其地址设置密码。" },
    RateLimited: { what: "发往该地址的邮件过多。", now: "请稍等片刻再试。" },
    UserChanged: { what: "您现在以其他用户的身份登录。", now: "没有任何更改。" },
  },
};
