/**
 * The messages about what has happened to an account in Arabic.
 *
 * @module
 */

import type { ActivityMessages } from "../activity_types.ts";

/** The card of the account page. */
export const activity: ActivityMessages = {
  heading: "النشاط الأخير",
  signIn: "تسجيل دخول",
  stepUp: "تم تأكيد الهوية",
  failed: "محاولة تسجيل دخول فاشلة",
  wrong: { password: "كلمة مرور غير صحيحة", code: "رمز غير صحيح", passkey: "لم يُقبل مفتاح المرور" },
  times: "عدد المرات: {count}",
  other: "تم إجراء تغيير في الحساب",
  past: {
    passwordChanged: "تم تغيير كلمة المرور",
    secondFactorReset: "أوقف فريق الدعم التحقق بخطوتين",
    deletionRequested: "تم طلب حذف الحساب",
    deletionUndone: "تم التراجع عن حذف الحساب",
    emailAdopted: "عنوان بريد إلكتروني جديد",
    emailRestored: "تمت استعادة عنوان البريد الإلكتروني السابق",
    "change-username": "تم تغيير اسم المستخدم",
  },
};
