/**
 * The messages about user names in Arabic.
 *
 * @module
 */

import type { UserNamesMessages } from "../user_names_types.ts";

/** The card of the account page, and fields for a name. */
export const userNames: UserNamesMessages = {
  label: "اسم المستخدم",
  addressOrName: "البريد الإلكتروني أو اسم المستخدم",
  optionalAddress: "البريد الإلكتروني (اختياري)",
  withoutAddress:
    "بدون عنوان لن تتمكن من الدخول مجددًا إذا نسيت كلمة المرور. أضف مفتاح مرور بعد تسجيل الدخول.",
  none: "ليس لديك اسم مستخدم بعد.",
  choose: "اختيار",
  chooseHeading: "اختيار اسم مستخدم",
  chooseText: "يمكنك تسجيل الدخول به. وقد يراه الآخرون.",
  change: "تغيير",
  changeHeading: "تغيير اسم المستخدم",
  changeText: "ستسجّل الدخول بالاسم الجديد. ولن يعمل الاسم القديم بعد ذلك.",
  wait: "يمكنك تغييره مرة أخرى في {date}.",
  changed: "تم تغيير اسم المستخدم.",
  errors: {
    length: { what: "اسم المستخدم هذا قصير جدًا أو طويل جدًا.", now: "استخدم من {min} إلى {max} حرفًا." },
    characters: {
      what: "يحتوي اسم المستخدم هذا على رموز غير مسموح بها.",
      now: "استخدم حروف أبجدية واحدة وأرقامًا ونقاطًا وشرطات عادية وسفلية.",
    },
    taken: { what: "اسم المستخدم هذا محجوز.", now: "اختر اسمًا آخر." },
    tooSoon: { what: "لقد غيّرت اسم المستخدم قبل وقت قصير.", now: "حاول مرة أخرى بعد {date}." },
  },
};
