/**
 * The messages of the account page in Arabic.
 *
 * @module
 */

import type { AccountMessages } from "../account_types.ts";

/** The page. */
export const account: AccountMessages = {
  heading: "حسابك",
  signOut: "تسجيل الخروج",
  security: "الأمان",
  devices: "الأجهزة",
  data: "بياناتك",
  notMine: "هل هناك شيء لا تعرفه؟",
  secure: "تأمين حسابك",
  secureText:
    "إذا كان هناك شيء لا يخصك، فسجّل الخروج من كل الأماكن الأخرى، وغيّر كلمة مرورك، وأزِل طرق تسجيل الدخول التي لا تعرفها.",
  recommended: "موصى به",
  notNow: "ليس الآن",
  ways: "طرق تسجيل الدخول",
  noWays: "لا توجد بعد.",
  notFresh: "قبل إزالة أي منها، عليك تسجيل الدخول مرة أخرى.",
  added: "تاريخ الإضافة: {date}",
  verified: "تاريخ التأكيد: {date}",
  used: "آخر استخدام: {date}",
  signedIn: "تاريخ تسجيل الدخول: {date}",
  add: "إضافة طريقة أخرى لتسجيل الدخول",
  remove: "إزالة",
  removeNamed: "إزالة {name}",
  removeEffect: "لن تتمكن بعد ذلك من تسجيل الدخول بهذه الطريقة.",
  stays: "سيظل بإمكانك تسجيل الدخول باستخدام: {ways}.",
  othersEnd: "سيُسجَّل خروجك من أجهزتك الأخرى.",
  lastWay: "هذه طريقتك الوحيدة لتسجيل الدخول. أضف طريقة أخرى قبل إزالتها.",
  onlyWay: "لديك طريقة واحدة فقط. إذا فقدتها، فلن تتمكن من تسجيل الدخول.",
  passkeys: "مفاتيح المرور",
  passkey: "مفتاح مرور",
  securityKey: "مفتاح أمان",
  synced: "على كل أجهزتك",
  rename: "إعادة تسمية {name}",
  newName: "الاسم",
  showAll: "عرض الكل ({count})",
  save: "حفظ",
  addPasskey: "إضافة مفتاح مرور",
  passkeyAdvice: "باستخدام مفتاح مرور، تسجّل الدخول ببصمة إصبعك أو وجهك أو رمز PIN.",
  needsScript: "تتطلب إضافة مفتاح مرور تفعيل JavaScript.",
  sessions: "جلساتك النشطة",
  thisSession: "هذا المتصفح",
  unknownDevice: "جهاز غير معروف",
  endSession: "تسجيل الخروج",
  endSessionNamed: "تسجيل الخروج من {name}",
  endOthers: "تسجيل الخروج من كل المتصفحات الأخرى",
  tokenSessions:
    "يحفظ هذا الموقع جلستك في متصفحك فقط، لذا لا يمكن عرض المتصفحات الأخرى أو تسجيل الخروج منها هنا.",
  done: {
    removed: "تمت الإزالة. لم يعد بالإمكان تسجيل الدخول بهذه الطريقة.",
    added: "تمت الإضافة. يمكنك تسجيل الدخول بها من الآن فصاعدًا.",
    renamed: "تم حفظ الاسم.",
    "signed-out": "سُجّل الخروج من ذلك المتصفح.",
    "signed-out-others": "سُجّل الخروج من كل المتصفحات الأخرى.",
  },
  errors: {
    LastWay: { what: "هذه طريقتك الوحيدة لتسجيل الدخول.", now: "أضف طريقة أخرى قبل إزالتها." },
    NotFound: { what: "لم يعد هذا موجودًا.", now: "القائمة أدناه محدّثة." },
    NotRemovable: { what: "لا يمكن إزالة هذا من هنا.", now: "تواصل مع مسؤولي هذا الموقع." },
    NotAvailable: { what: "هذا غير متاح في هذا الموقع.", now: "تواصل مع مسؤولي هذا الموقع." },
    unknown: { what: "لم ينجح ذلك.", now: "يُرجى المحاولة مرة أخرى." },
  },
};
