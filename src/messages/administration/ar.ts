/**
 * The messages of the pages for staff in Arabic.
 *
 * @module
 */

import { acting } from "../acting/ar.ts";
import type { AdministrationMessages } from "../administration_types.ts";

/** The list of users, and the page about one. */
export const administration: AdministrationMessages = {
  acting,
  heading: "المستخدمون",
  searchLabel: "الاسم أو العنوان أو المعرّف",
  search: "بحث",
  none: "لم يُعثر على أي مستخدم.",
  unverified: "غير مؤكد",
  banned: "محظور",
  administrator: "يدير هذا الموقع",
  you: "هذا أنت",
  nameless: "بلا اسم",
  first: "الصفحة الأولى",
  next: "الصفحة التالية",
  export: "تصدير بتنسيق CSV",
  create: "إنشاء مستخدم",
  createText: "لن يتلقى رسالة بذلك.",
  back: "كل المستخدمين",
  id: "معرّف المستخدم",
  bannedAt: "تاريخ الحظر: {date}",
  bannedBy: "بواسطة {name}",
  bannedUntil: "حتى {date}",
  forGood: "بلا نهاية",
  reason: "السبب",
  reasonText: "لزملائك. وهو أيضًا ضمن البيانات التي يمكن للمستخدم تنزيلها.",
  end: "المدة",
  until: "حتى تاريخ معيّن",
  date: "التاريخ",
  ban: "حظر هذا المستخدم",
  banText: "يُسجَّل خروجه من كل المتصفحات، ولا يستطيع تسجيل الدخول حتى ينتهي الحظر.",
  unban: "رفع الحظر",
  sessions: "أين سجّل المستخدم دخوله",
  noSessions: "لا شيء.",
  hiddenSessions: "لا يستطيع هذا الموقع عرض الجلسات.",
  endAll: "تسجيل الخروج من كل المتصفحات",
  secondFactor: "التحقق بخطوتين",
  on: "مفعّل",
  off: "غير مفعّل",
  reset: "إعادة ضبط التحقق بخطوتين",
  resetText: "يُسجَّل خروج المستخدم من كل المتصفحات، ويستطيع الدخول دون الخطوة الثانية، ويتلقى رسالة بذلك.",
  sendReset: "إرسال رابط لكلمة مرور جديدة",
  remove: "إزالة هذا المستخدم",
  removeHeading: "هل تريد إزالة {name}؟",
  removeText: "يُحذف كل ما هو محفوظ عن هذا المستخدم: طرق تسجيل الدخول والجلسات وكل البيانات الأخرى.",
  removeFinal: "لا يمكن التراجع عن ذلك، ولن يتلقى المستخدم رسالة بذلك.",
  done: {
    createUser: "تم إنشاء المستخدم.",
    banUser: "تم حظر المستخدم وتسجيل خروجه من كل المتصفحات.",
    unbanUser: "تم رفع الحظر.",
    endSessions: "تم تسجيل خروج المستخدم من كل المتصفحات.",
    removeUser: "تمت إزالة المستخدم.",
    resetSecondFactor: "تمت إعادة ضبط التحقق بخطوتين.",
    sendPasswordReset: "تم إرسال الرسالة.",
  },
  errors: {
    AccessDenied: { what: "لا يمكنك فعل ذلك مع هذا المستخدم.", now: "تواصل مع مسؤولي هذا الموقع." },
    AlreadyBanned: { what: "هذا المستخدم محظور بالفعل.", now: "سبقك شخص آخر." },
    NotBanned: { what: "لم يعد هذا المستخدم محظورًا.", now: "سبقك شخص آخر." },
    InvalidBan: { what: "لا يمكن أن ينتهي الحظر حينئذ.", now: "اختر تاريخًا في المستقبل." },
    AddressTaken: { what: "هذا العنوان لمستخدم آخر.", now: "ابحث عنه في القائمة." },
    NotSent: { what: "لم تُرسل أي رسالة.", now: "لا يستطيع هذا المستخدم تعيين كلمة مرور بعنوانه." },
    RateLimited: { what: "أُرسلت رسائل كثيرة جدًا إلى هذا العنوان.", now: "انتظر قليلًا ثم حاول مرة أخرى." },
    UserChanged: { what: "أنت الآن في حساب شخص آخر.", now: "لم يتغيّر شيء." },
  },
};
