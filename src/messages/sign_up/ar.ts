/**
 * The messages of sign-up in Arabic.
 *
 * @module
 */

import type { SignUpMessages } from "../sign_up_types.ts";

/** The form of a new user. */
export const signUp: SignUpMessages = {
  heading: "إكمال التسجيل",
  text: "أنت تنشئ حسابًا للعنوان {email}.",
  textNameless: "أنت تنشئ حسابًا.",
  button: "إنشاء حساب",
  accept: "قرأتُ وأوافق على: {documents}",
  acceptError: "حدِّد هذا المربع لإنشاء حساب.",
  closed: { what: "لا يمكن إنشاء حسابات جديدة هنا.", now: "إذا كان لديك حساب بالفعل، فسجِّل الدخول." },
};
