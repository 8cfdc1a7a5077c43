/**
 * The messages about administrators who act as users in Arabic.
 *
 * @module
 */

import type { ActingMessages } from "../acting_types.ts";

/** The page of an administrator who acts as a user, and what the user reads of it. */
export const acting: ActingMessages = {
  heading: "أنت تتصرف بصفة مستخدم آخر",
  text: "يعرض لك {app} ما يراه {name}.",
  closed: "لا يستطيع أحد غير {name} تغيير طرق تسجيل الدخول والأجهزة والحساب.",
  left: "الوقت المتبقي: {time}.",
  refused: "لم يتغير أي شيء. حاول مرة أخرى من حسابك الخاص.",
  stop: "إيقاف",
  overHeading: "لم تعد تتصرف بصفة مستخدم آخر",
  overText: "ستتابع بصفة {name}.",
  goOn: "متابعة",
  act: "التصرف بصفة هذا المستخدم",
  actText: "سترى {app} كما يراه هذا المستخدم، لمدة {time}.",
  past: "استخدم فريق دعم {app} الحساب",
};
