/**
 * The messages of the account page in Chinese.
 *
 * @module
 */

import type { AccountMessages } from "../account_types.ts";

/** The page. */
export const account: AccountMessages = {
  heading: "您的账号",
  signOut: "退出登录",
  security: "安全",
  devices: "设备",
  data: "您的数据",
  notMine: "有您不认识的内容？",
  secure: "保护您的账户",
  secureText: "如果这里有不属于您的内容，请退出其他所有设备，更改密码，并移除您不认识的登录方式。",
  recommended: "推荐",
  notNow: "暂不",
  ways: "登录方式",
  noWays: "暂无。",
  notFresh: "移除前，您需要重新登录。",
  added: "添加时间：{date}",
  verified: "验证时间：{date}",
  used: "上次使用：{date}",
  signedIn: "登录时间：{date}",
  add: "添加其他登录方式",
  remove: "移除",
  removeNamed: "移除 {name}",
  removeEffect: "移除后，您将无法再以此方式登录。",
  stays: "您仍可通过以下方式登录：{ways}。",
  othersEnd: "您在其他设备上的登录将会退出。",
  lastWay: "这是您唯一的登录方式。请先添加其他方式，再将其移除。",
  onlyWay: "您目前只有一种方式。一旦失去，您将无法登录。",
  passkeys: "通行密钥",
  passkey: "通行密钥",
  securityKey: "安全密钥",
  synced: "可在您的所有设备上使用",
  rename: "重命名 {name}",
  newName: "名称",
  showAll: "显示全部 {count} 项",
  save: "保存",
  addPasskey: "添加通行密钥",
  passkeyAdvice: "使用通行密钥，您可以通过指纹、面容或 PIN 码登录。",
  needsScript: "添加通行密钥需要启用 JavaScript。",
  sessions: "已登录的设备",
  thisSession: "此浏览器",
  unknownDevice: "未知设备",
  endSession: "退出登录",
  endSessionNamed: "退出登录：{name}",
  endOthers: "在其他所有设备上退出登录",
  tokenSessions: "此网站仅将您的会话保存在您的浏览器中，因此无法在此列出其他浏览器或使其退出登录。",
  done: {
    removed: "已移除。今后无法再以此方式登录。",
    added: "已添加。从现在起，您可以用它登录。",
    renamed: "名称已保存。",
    "signed-out": "该浏览器已退出登录。",
    "signed-out-others": "其他所有设备均已退出登录。",
  },
  errors: {
    LastWay: { what: "这是您唯一的登录方式。", now: "请先添加其他方式，再将其移除。" },
    NotFound: { what: "该项已不存在。", now: "下面的列表是最新的。" },
    NotRemovable: { what: "无法在此移除。", now: "请联系此网站的管理人员。" },
    NotAvailable: { what: "此网站不支持此操作。", now: "请联系此网站的管理人员。" },
    unknown: { what: "操作未成功。", now: "请重试。" },
  },
};
