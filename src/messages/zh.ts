/**
 * The messages in Chinese, with simplified characters.
 *
 * @module
 */

import type { Messages } from "./types.ts";

const AGAIN = "请重试，或选择其他登录方式。";
const BEFORE = "如果是您本人，请按以前的方式登录。";
const UNVERIFIED = "使用此地址的账号已存在，但该地址从未得到确认。";

/** The messages. */
export const zh: Messages = {
  general: {
    back: "返回 {host}",
    unknownError: { what: "登录失败。", now: "请重试。" },
  },
  signIn: {
    heading: "登录",
    purpose: "以继续访问 {host}",
    headingToAdd: "添加登录方式",
    purposeToAdd: "到您在 {host} 的账号",
    current: "您已登录为 {person}。",
    currentNameless: "您已登录。",
    another: "使用其他账号将以其用户身份登录；新的账号可以添加到您的账号。",
    adding: "您在此选择的方式将可用于登录此账号。",
    goBack: "返回",
    button: "使用 {provider} 登录",
    signUp: "使用 {provider} 注册",
    needsScript: "使用 {provider} 登录需要启用 JavaScript。",
    address: "邮箱地址",
    addressExample: "you@example.com",
    password: "密码",
    or: "或",
    noProvider: {
      what: "目前还没有登录方式。",
      now: "如果您负责管理此网站，请在配置中添加提供方。",
    },
  },
  signInErrors: {
    AccountNotLinked: { what: "该通行密钥或其地址属于其他用户。", now: BEFORE },
    CredentialsSignin: { what: "输入的信息不正确。", now: "请检查后重试。" },
    EmailSignInError: { what: "邮件发送失败。", now: "请检查地址，稍后重试。" },
    InvalidCheck: {
      what: "登录用时过长，或是在其他浏览器中开始的。",
      now: "请从这里重新开始。",
    },
    InvalidEmail: { what: "这不是邮箱地址。", now: "请检查后重试。" },
    InvalidProvider: { what: "不提供该登录方式。", now: "请从下面选择一种。" },
    MissingCSRF: {
      what: "此页面打开时间过长，或 Cookie 被阻止。",
      now: "请允许 Cookie 后重试。",
    },
    OAuthAccountNotLinked: { what: "该账号或其地址属于其他用户。", now: BEFORE },
    OAuthCallbackError: { what: "登录已取消或被拒绝。", now: AGAIN },
    OAuthProfileParseError: { what: "您选择的服务未提供足够的账号信息。", now: AGAIN },
    ProviderResponseError: { what: "您选择的服务返回的内容不可信。", now: AGAIN },
    ProviderUnavailable: { what: "您选择的服务没有响应。", now: AGAIN },
    SessionNotFresh: { what: "请确认是您本人。", now: "请重新登录，然后再次进行该操作。" },
    SessionRequired: { what: "您需要登录才能查看该页面。", now: "请选择登录方式。" },
    UserChanged: { what: "在您登录期间，账号发生了变化。", now: AGAIN },
    UserNotVerified: {
      what: UNVERIFIED,
      now: "请先按以前的方式登录，然后在此重新获取邮件以确认地址。",
    },
    UserNotVerifiedWithWays: {
      what: UNVERIFIED,
      now: "请先使用 {ways} 登录，然后在此重新获取邮件以确认地址。",
    },
    WebAuthnVerificationError: { what: "无法验证您的通行密钥。", now: AGAIN },
  },
  signOut: {
    heading: "要退出登录吗？",
    text: "这将结束您在此浏览器中对 {host} 的会话。",
    button: "退出登录",
    stay: "保持登录",
  },
  verifyRequest: {
    heading: "请查收邮件",
    linkAndCode: "我们已向您发送 {host} 的链接和验证码。请打开链接，或在此输入验证码。",
    link: "我们已向您发送 {host} 的登录链接。请打开链接进行登录。",
    nothing: "几分钟后仍未收到？请查看垃圾邮件文件夹。",
    code: "验证码",
    codeFormat: "八位数字",
    button: "登录",
    InvalidCode: { what: "验证码不正确。", now: "请与最新的邮件核对后重试。" },
  },
  confirmation: {
    heading: "是您本人吗？",
    question: "要以 {email} 的身份登录 {host} 吗？",
    button: "登录",
    note:
      "此浏览器没有请求过该链接，或已经使用过它。如果您没有请求，或这不是您的地址，请关闭此页面：仅凭链接无法登录。",
  },
  link: {
    heading: "要添加到您的账号吗？",
    text: "您已登录为 {current}，并且刚刚使用了 {provider}。",
    textWithName: "您已登录为 {current}，并且刚刚以 {proven} 的身份使用了 {provider}。",
    nameless: "未命名的用户",
    add: "将 {provider} 添加到 {current}",
    addNameless: "将 {provider} 添加到此账号",
    switch: "以 {proven} 的身份继续",
    switchNameless: "以其他身份继续",
    note: "添加后，{account} 将可用于登录 {current} 的账号。请仅在两者都属于您时添加。",
    noteNameless: "添加后，{account} 将可用于登录当前用户的账号。请仅在两者都属于您时添加。",
    cancel: "取消",
  },
  takenOver: {
    heading: "您的地址已确认",
    text:
      "您已登录。您的地址在确认之前曾在此被使用。为了安全，以下登录方式已被移除，其他浏览器均已退出登录：",
    advice: "如果它们属于您，请在您的账号中重新设置。",
    button: "继续",
  },
  account: {
    heading: "您的账号",
    current: "您已以 {person} 的身份登录 {host}。",
    currentNameless: "您已登录 {host}。",
    signOut: "退出登录",
    ways: "登录方式",
    noWays: "暂无。",
    onlyPasskeys: "目前只有您的通行密钥。",
    notFresh: "移除前，您需要重新登录。",
    added: "添加时间：{date}",
    verified: "确认时间：{date}",
    used: "上次使用：{date}",
    signedIn: "登录时间：{date}",
    add: "添加其他登录方式",
    remove: "移除",
    removeNamed: "移除 {name}",
    lastWay: "这是您唯一的登录方式。请先添加其他方式，再将其移除。",
    passkeys: "通行密钥",
    noPasskeys: "暂无。使用通行密钥，您可以通过指纹、面容或 PIN 码登录。",
    passkey: "通行密钥",
    securityKey: "安全密钥",
    synced: "可在您的所有设备上使用",
    rename: "重命名 {name}",
    newName: "名称",
    save: "保存",
    addPasskey: "添加通行密钥",
    needsScript: "添加通行密钥需要启用 JavaScript。",
    sessions: "已登录的设备",
    thisSession: "此浏览器",
    unknownDevice: "未知设备",
    device: "{system} 上的 {browser}",
    endSession: "退出登录",
    endSessionNamed: "退出登录：{name}",
    endOthers: "在其他所有设备上退出登录",
    tokenSessions: "此网站仅将您的会话保存在您的浏览器中，因此无法在此列出其他浏览器或使其退出登录。",
    done: {
      removed: "已移除。今后无法再以此方式登录。",
      renamed: "名称已保存。",
      "signed-out": "该浏览器已退出登录。",
      "signed-out-others": "其他所有设备均已退出登录。",
    },
    errors: {
      LastWay: { what: "这是您唯一的登录方式。", now: "请先添加其他方式，再将其移除。" },
      NotFound: { what: "该项已不存在。", now: "下面的列表是最新的。" },
      NotRemovable: { what: "无法在此移除。", now: "请联系此网站的管理人员。" },
      unknown: { what: "操作未成功。", now: "请重试。" },
    },
  },
  error: {
    AccessDenied: {
      heading: "您没有访问权限",
      text: "您的账号无法在此登录。请使用其他账号，或联系此网站的管理人员。",
      button: "使用其他账号",
    },
    Configuration: {
      heading: "登录功能不可用",
      text: "此网站的配置不正确。如果您负责管理，请查看日志中需要修改的内容。",
    },
    ServerError: {
      heading: "出了点问题",
      text: "这是我们的问题，与您无关。请稍后重试。",
      button: "重试",
    },
    Verification: {
      heading: "此链接已失效",
      text:
        "邮件中的链接和验证码只能在短时间内使用一次，多次输错验证码后也会失效。请重新登录以获取新的链接和验证码。",
      button: "重新登录",
    },
    unknown: {
      heading: "出了点问题",
      text: "您尚未登录。请重试。",
      button: "登录",
    },
  },
  passkey: {
    Configuration: "此网站的通行密钥配置不正确。如果您负责管理，请查看日志中需要修改的内容。",
    InvalidEmail: "这不是邮箱地址。请检查后重试。",
    InvalidStateError: "此设备上已有您的通行密钥。请使用它登录。",
    NotAllowedError: "未使用通行密钥：操作已取消或超时。请重试。",
    NotSupportedError: "此设备无法为此网站创建通行密钥。",
    SecurityError: "此网站无法在该地址使用通行密钥。",
    "Invalid request": "请先登录。如需注册，请填写表单。",
    Unsupported: "此浏览器不支持通行密钥。请使用其他浏览器或其他登录方式。",
    unknown: "操作未成功。请稍后重试。",
  },
  mail: {
    subject: "登录 {host}",
    openLink: "请打开此链接：",
    button: "登录",
    typeCode: "或在要求输入验证码的页面输入此验证码：",
    lifetime: "两者均只能使用一次。有效期：{lifetime}。",
    copyLink: "如果按钮无效，请将此链接复制到浏览器中：",
    warning: "切勿将链接或验证码告诉任何人，包括自称来自 {host} 的人。",
    ignore: "如果您没有请求此邮件，请忽略它：没有它，任何人都无法登录。",
  },
};
