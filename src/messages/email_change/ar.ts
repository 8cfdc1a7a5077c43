/**
 * The messages about another email address of an account in Arabic.
 *
 * @module
 */

import type { EmailChangeMailsMessages, EmailChangeMessages } from "../email_change_types.ts";

/** The card of the account page, and the pages behind its emails. */
export const emailChange: EmailChangeMessages = {
  heading: "عنوان البريد الإلكتروني",
  none: "ليس لحسابك عنوان بريد إلكتروني.",
  change: "تغيير",
  changeHeading: "تغيير عنوان بريدك الإلكتروني",
  changeText: "سنرسل رابطًا إلى العنوان الجديد. لن يتغيّر شيء قبل أن تفتحه.",
  newAddress: "عنوان البريد الإلكتروني الجديد",
  send: "إرسال الرابط",
  sent: "أرسلنا رابطًا إلى العنوان الجديد. افتحه لإتمام التغيير.",
  changed: "تم تغيير عنوان بريدك الإلكتروني.",
  confirmHeading: "هل تريد استخدام هذا العنوان؟",
  confirmText: "سيصبح {email} عنوان حسابك في {app}. سيُسجَّل خروجك من كل مكان آخر.",
  confirmButton: "استخدام هذا العنوان",
  undoHeading: "هل تريد استعادة عنوانك القديم؟",
  undoText:
    "سيصبح {email} عنوان حسابك في {app} من جديد. سيُسجَّل الخروج من كل المتصفحات، وسيُزال ما أُضيف منذ التغيير: طرق تسجيل الدخول وكلمة المرور والتحقق بخطوتين.",
  undoButton: "استعادة العنوان",
  undoneHeading: "تمت استعادة عنوانك القديم",
  undoneText: "سجّل الدخول به، ثم تحقق من طرق تسجيل الدخول إلى حسابك.",
  overHeading: "لم يعد هذا الرابط صالحًا",
  overText: "سبق استخدامه، أو مضى عليه وقت طويل، أو تغيّر الحساب منذ إرساله.",
  errors: {
    InvalidNewEmail: { what: "هذا ليس عنوان بريد إلكتروني جديدًا.", now: "تحقق مما كتبته وحاول مرة أخرى." },
    EmailInUse: {
      what: "هذا العنوان يخص حسابًا آخر.",
      now: "استخدم عنوانًا آخر، أو سجّل الدخول إلى ذلك الحساب.",
    },
    TooManyEmails: { what: "أرسلنا عددًا كبيرًا جدًا من الرسائل.", now: "انتظر ساعة، ثم حاول مرة أخرى." },
  },
};

/** The emails. */
export const emailChangeMails: EmailChangeMailsMessages = {
  emailChange: {
    subject: "أكّد عنوانك الجديد في {app}",
    intro: "يريد شخص ما استخدام هذا العنوان لحسابه في {app}.",
    openLink: "إذا كنت أنت من طلب ذلك، فافتح هذا الرابط في المتصفح الذي سجّلت الدخول فيه:",
    button: "تأكيد عنواني",
    ignore: "إذا لم تكن أنت، فتجاهل هذه الرسالة: لن يتغيّر شيء بدونها.",
  },
  emailChanged: {
    subject: "تم تغيير عنوان بريدك الإلكتروني في {app}",
    intro: "تم تغيير عنوان البريد الإلكتروني لحسابك في {app}: {details}.",
    openLink: "إذا لم تكن أنت من فعل ذلك، فافتح هذا الرابط خلال {time} لاستعادة عنوانك القديم:",
    button: "لست أنا من فعل ذلك",
    ignore: "إذا كنت أنت من فعل ذلك، فتجاهل هذه الرسالة.",
  },
  emailAdopted: {
    subject: "لحسابك في {app} عنوان بريد إلكتروني جديد",
    intro: "أصبح هذا العنوان عنوان حسابك في {app}: {details}.",
    openLink: "افتح هذا الرابط لرؤية حسابك:",
    button: "مراجعة حسابي",
    ignore: "إذا كنت أنت من فعل ذلك، فتجاهل هذه الرسالة.",
  },
  emailRestored: {
    subject: "تمت استعادة العنوان القديم لحسابك في {app}",
    intro: "تم التراجع عن تغيير عنوان البريد الإلكتروني لحسابك في {app}: {details}.",
    openLink: "افتح هذا الرابط لرؤية حسابك:",
    button: "مراجعة حسابي",
    ignore: "من فعل ذلك يمكنه الوصول إلى صندوق بريد العنوان القديم. سُجّل الخروج من كل المتصفحات.",
  },
};
