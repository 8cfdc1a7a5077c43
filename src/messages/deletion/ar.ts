/**
 * The messages about the deletion of an account in Arabic.
 *
 * @module
 */

import type { DeletionMailsMessages, DeletionMessages } from "../deletion_types.ts";

/** The card of the account page, and the page. */
export const deletion: DeletionMessages = {
  heading: "حذف الحساب",
  text: "حذف حسابك في {app} وكل ما فيه. لديك {time} لتغيير رأيك.",
  textAtOnce: "حذف حسابك في {app} وكل ما فيه فورًا.",
  button: "حذف الحساب",
  question: "هل تريد حذف حسابك؟",
  loss: "ستفقد حسابك في {app}: ملفك الشخصي وطرق تسجيل الدخول وما حفظته فيه.",
  stays: "سيُسجَّل خروجك الآن من كل مكان. لديك {time} لتغيير رأيك: سجّل الدخول أو افتح الرابط في رسالتنا.",
  nothingStays: "يحدث ذلك فورًا ولا يمكن لأحد التراجع عنه.",
  confirm: "اكتب {value} للتأكيد",
  keep: "الاحتفاظ بحسابي",
  kept: "تم الاحتفاظ بحسابك.",
  notConfirmed: {
    what: "لم يُحذف شيء: ما كتبته غير مطابق.",
    now: "اكتبه تمامًا كما هو معروض.",
  },
  tooLate: {
    what: "فات أوان الاحتفاظ بالحساب.",
    now: "يجري حذفه الآن.",
  },
  pendingHeading: "سيُحذف حسابك",
  pending: "سيُحذف في {date}.",
  pendingText: "سيُحذف حسابك في {app} في {date}. حتى ذلك الحين يمكنك الاحتفاظ به.",
  keptHeading: "تم الاحتفاظ بحسابك",
  keptText: "لم يُحذف شيء. سجّل الدخول للمتابعة.",
  deletedHeading: "حُذف حسابك",
  deletedText: "لم يعد حسابك في {app} موجودًا، ولا ما كان فيه.",
};

/** The emails. */
export const deletionMails: DeletionMailsMessages = {
  deletionRequested: {
    subject: "سيُحذف حسابك في {app}",
    intro: "سيُحذف حسابك في {app} في {date}. الطلب: {details}.",
    openLink: "للاحتفاظ به، افتح هذا الرابط قبل ذلك:",
    button: "الاحتفاظ بحسابي",
    ignore: "إذا كنت أنت من طلب ذلك، فتجاهل هذه الرسالة. وإلا فافتح الرابط، ثم تحقق من أماكن تسجيل دخولك.",
  },
  deletionUndone: {
    subject: "تم الاحتفاظ بحسابك في {app}",
    intro: "لن يُحذف حسابك في {app}: {details}.",
    openLink: "افتح هذا الرابط لرؤية حسابك:",
    button: "مراجعة حسابي",
    ignore: "إذا كنت أنت من فعل ذلك فتجاهل هذه الرسالة. وإلا فسجّل الخروج فورًا من كل مكان آخر.",
  },
  accountDeleted: {
    subject: "حُذف حسابك في {app}",
    intro: "حُذف حسابك في {app}: {details}.",
    openLink: "لفتح الموقع، افتح هذا الرابط:",
    button: "فتح الموقع",
    ignore: "إذا لم ترغب في ذلك، فتواصل مع {app}. هذه آخر رسالة عن هذا الحساب.",
  },
};
