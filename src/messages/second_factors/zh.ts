/**
 * The messages about the second factor in Chinese.
 *
 * @module
 */

import type { SecondFactorWords } from "../second_factor_types.ts";

/** The messages. */
export const words: SecondFactorWords = {
  secondFactor: {
    askHeading: "请确认是您本人",
    askText: "还差一步即可登录 {app}。",
    stepUpHeading: "请再次确认是您本人",
    stepUpText: "您已登录 {app}。您要进行的操作还需要第二步验证。",
    code: "身份验证器应用中的验证码",
    codeFormat: "六位数字",
    confirm: "确认",
    remember: "在此设备上{time}内不再询问",
    usePasskey: "使用通行密钥或安全密钥",
    useRecoveryCode: "使用恢复代码",
    recoveryCode: "恢复代码",
    recoveryNote: "开启时您保存了十个。每个只能使用一次。",
    otherWay: "使用其他方式登录",
    lost: "这些您都没有了？请联系此网站的管理人员。",
    setupHeading: "开启两步验证",
    setupText: "开启后，登录需要第二步：手机应用显示的验证码。",
    requiredText: "{app} 要求所有人进行第二步验证：手机应用显示的验证码。",
    scan: "请使用身份验证器应用或密码管理器扫描。",
    qrLabel: "包含应用密钥的二维码",
    orKey: "或在应用中输入此密钥：",
    typeKey: "请在身份验证器应用或密码管理器中输入此密钥：",
    openApp: "打开此设备上的应用",
    firstCode: "然后输入应用显示的验证码。",
    turnOn: "开启",
    passkeysText: "或将您已有的通行密钥和安全密钥用作第二步。",
    usePasskeys: "使用我的通行密钥",
    mailHeading: "请先验证您的地址",
    mailText: "我们已将验证码发送至 {email}。请在此输入，然后设置第二步。",
    mailCode: "邮件中的验证码",
    codesHeading: "请保存您的恢复代码",
    codesText:
      "如果您丢失手机，每个代码可代替手机使用一次。请打印，或保存在没有手机也能找到的地方。代码仅显示这一次。",
    replaced: "之前的代码已失效。",
    codesOf: "{account}，{app}，{date}",
    stored: "我已保存",
    heading: "两步验证",
    offText: "尚未开启。有了第二步，任何人都无法仅凭您的密码登录。",
    requiredNote: "{app} 要求所有人进行第二步验证，因此保持开启。",
    app: "身份验证器应用",
    changeApp: "使用其他应用",
    addApp: "添加应用",
    since: "开启时间：{date}",
    recoveryCodes: "恢复代码",
    codesLeft: "剩余：{count}",
    fewLeft: "您的恢复代码所剩不多。请在需要之前生成新的代码。",
    newCodes: "生成新代码",
    newCodesEffect: "之前的代码将失效。",
    turnOff: "关闭",
    turnOffEffect: "此后只需密码或您使用的其他方式即可登录。",
    turnOffNow: "关闭两步验证",
    devices: "无需第二步的设备",
    until: "截止时间：{date}",
    forget: "重新询问",
    forgetNamed: "在 {name} 上重新询问",
    done: {
      "second-factor-on": "两步验证已开启。",
      "second-factor-off": "两步验证已关闭。",
      "device-forgotten": "该设备将重新要求第二步验证。",
    },
    errors: {
      InvalidSecondFactor: {
        what: "验证码不正确，或已使用过。",
        now: "请等待下一个验证码，并在应用显示期间输入。",
      },
      InvalidRecoveryCode: {
        what: "恢复代码不正确，或已使用过。",
        now: "请与您保存的代码核对，或输入另一个代码。",
      },
      InvalidCheck: {
        what: "用时过长，或是在其他浏览器中开始的。",
        now: "请重新开始。如果再次发生，请允许 Cookie。",
      },
      LastFactor: {
        what: "此通行密钥是您的第二步。",
        now: "请先设置身份验证器应用或关闭第二步，再将其移除。",
      },
      SecondFactorRequired: { what: "此网站要求您使用第二步。", now: "如需关闭，请联系此网站的管理人员。" },
    },
  },
  secondFactorMails: {
    secondFactorOn: {
      subject: "{app} 的两步验证已开启",
      intro: "您的 {app} 账号已开启两步验证：{details}。",
      openLink: "如果不是您本人，请打开此链接查看您的登录位置：",
      button: "查看我的账号",
      ignore: "如果是您本人，请忽略此邮件。",
    },
    secondFactorOff: {
      subject: "{app} 的两步验证已关闭",
      intro: "您的 {app} 账号已关闭两步验证：{details}。",
      openLink: "如果不是您本人，请打开此链接重新开启：",
      button: "查看我的账号",
      ignore: "如果是您本人，请忽略此邮件。如果不是，请立即退出其他所有位置的登录。",
    },
    secondFactorReset: {
      subject: "管理人员已为您关闭 {app} 的两步验证",
      intro: "{app} 的管理人员已关闭您账号的两步验证：{details}。",
      openLink: "打开此链接，重新开启：",
      button: "查看我的账号",
      ignore: "如果是您提出的，请忽略此邮件。如果不是，请立即向他们询问是谁提出的。",
    },
    recoveryCodeUsed: {
      subject: "有人在 {app} 使用了恢复代码",
      intro: "有人使用您的一个恢复代码登录了您的 {app} 账号：{details}。",
      openLink: "打开此链接，查看您的登录位置并生成新代码：",
      button: "查看我的账号",
      ignore: "如果是您本人，请忽略此邮件。如果不是，请立即退出其他所有位置的登录。",
    },
    recoveryCodesReplaced: {
      subject: "{app} 的新恢复代码",
      intro: "有人为您的 {app} 账号生成了新的恢复代码：{details}。",
      openLink: "打开此链接，查看您的登录位置并生成新代码：",
      button: "查看我的账号",
      ignore: "如果是您本人，请忽略此邮件。如果不是，请立即退出其他所有位置的登录。",
    },
    enrol: {
      subject: "您的 {app} 验证码",
      intro: "您可以使用此验证码设置 {app} 的两步验证。",
      openLink: "如果您已关闭要求输入验证码的页面，请打开此链接：",
      button: "打开页面",
      typeCode: "请在要求输入验证码的页面输入此验证码：",
      lifetime: "只能使用一次。有效期：{lifetime}。",
      ignore:
        "如果不是您本人，则有人知道您的密码，或正在使用您的账号。没有此验证码，对方无法继续。请更改该密码。",
    },
  },
};
