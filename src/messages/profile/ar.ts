/**
 * The messages about the profile in Arabic.
 *
 * @module
 */

import type { ProfileMessages } from "../profile_types.ts";

/** The part of the account page. */
export const profile: ProfileMessages = {
  heading: "الملف الشخصي",
  about: "نبذة عنك",
  name: "الاسم",
  optional: "اختياري",
  followed: "يأتي اسمك وصورتك من الخدمة التي تسجّل الدخول بها. غيّرهما هناك، ثم سجّل الدخول من جديد.",
  saved: "تم حفظ ملفك الشخصي.",
  language: "اللغة",
  ofBrowser: "كما في المتصفح",
  changed: "تم تغيير الملف الشخصي",
  picture: "الصورة",
  pictureLabel: "اختر صورة",
  pictureRule: "صورة PNG أو JPEG أو WebP أو GIF لا يزيد حجمها على {size}.",
  errors: {
    required: "املأ هذا الحقل.",
    tick: "ضع علامة في هذا المربع.",
    tooLong: "يجب ألا يزيد عدد الأحرف على {count}.",
    url: "أدخل عنوان موقع يبدأ بـ https.",
    date: "أدخل تاريخًا.",
    choice: "اختر أحد الخيارات من القائمة.",
  },
};
