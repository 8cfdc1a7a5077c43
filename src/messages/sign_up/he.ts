/**
 * The messages of sign-up in Hebrew.
 *
 * @module
 */

import type { SignUpMessages } from "../sign_up_types.ts";

/** The form of a new user. */
export const signUp: SignUpMessages = {
  heading: "השלמת ההרשמה",
  text: "נוצר חשבון עבור {email}.",
  textNameless: "נוצר חשבון.",
  button: "יצירת חשבון",
  accept: "קראתי ואני מסכים/ה: {documents}",
  acceptError: "יש לסמן את התיבה כדי ליצור חשבון.",
  closed: { what: "אי אפשר ליצור כאן חשבונות חדשים.", now: "אם כבר יש לך חשבון, אפשר להתחבר." },
};
