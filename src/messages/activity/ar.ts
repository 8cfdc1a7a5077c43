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
  stepUp: "تم تأكيد هويتك",
  failed: "محاولة دخول فاشلة",
  wrong: { password: "كلمة مرور غير صحيحة", code: "رمز غير صحيح", passkey: "لم يُقبل مفتاح المرور" },
  times: "عدد المرات: {count}",
  other: "تم تغيير حسابك",
};
