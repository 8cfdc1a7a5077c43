/**
 * The messages in Arabic.
 *
 * @module
 */

import { account } from "./account/ar.ts";
import { activity } from "./activity/ar.ts";
import { deletion, deletionMails } from "./deletion/ar.ts";
import { emailChange, emailChangeMails } from "./email_change/ar.ts";
import { password, passwordMails, securityMails } from "./passwords/ar.ts";
import { signUp } from "./sign_up/ar.ts";
import { userNames } from "./user_names/ar.ts";
import { administration } from "./administration/ar.ts";
import { profile } from "./profile/ar.ts";
import type { Messages } from "./types.ts";

const AGAIN = "حاول مرة أخرى أو اختر طريقة أخرى لتسجيل الدخول.";
const BEFORE = "إذا كنت أنت صاحبه، فسجّل الدخول كما فعلت سابقًا. وإلا فتواصل معنا.";
const UNVERIFIED = "يوجد حساب بهذا العنوان، لكن العنوان لم يُؤكَّد قط.";

/** The messages. */
export const ar: Messages = {
  general: {
    back: "العودة إلى {app}",
    unknownError: { what: "تعذّر تسجيل دخولك.", now: "يُرجى المحاولة مرة أخرى." },
    errorTitle: "خطأ: {title}",
    wait: "يُرجى الانتظار.",
    waitTime: "مدة الانتظار: {time}",
    triesLeft: "المحاولات المتبقية: {count}.",
    justNow: "قبل لحظات",
    email: "البريد الإلكتروني",
    passkey: "مفتاح مرور",
    device: "{browser} على {system}",
    terms: "الشروط",
    privacy: "الخصوصية",
    support: "المساعدة",
    otherWay: "تسجيل الدخول بطريقة أخرى",
    keptForm: {
      heading: "خطوة أخيرة",
      text: "لم يُرسَل النموذج بعد.",
      button: "إرسال",
      page: "الصفحة",
      filledIn: "وقت التعبئة",
      files: "لا نحتفظ بالملفات. يُرجى اختيارها من جديد.",
      discard: "تجاهل النموذج",
    },
  },
  signIn: {
    heading: "تسجيل الدخول",
    headingNamed: "تسجيل الدخول إلى {app}",
    purpose: "للمتابعة إلى {app}",
    headingToAdd: "إضافة طريقة لتسجيل الدخول",
    purposeToAdd: "إلى حسابك على {app}",
    current: "سجّلت الدخول باسم {person}.",
    currentNameless: "سجّلت الدخول.",
    another: "يمكنك أيضًا تسجيل الدخول بحساب آخر.",
    adding: "ما تختاره هنا سيتيح الدخول إلى هذا الحساب.",
    button: "المتابعة عبر {provider}",
    signUp: "إنشاء حساب عبر {provider}",
    address: "عنوان البريد الإلكتروني",
    addressExample: "name@example.com",
    password: "كلمة المرور",
    continue: "متابعة",
    submit: "تسجيل الدخول",
    forgotPassword: "هل نسيت كلمة المرور؟",
    showPassword: "إظهار كلمة المرور",
    sendMail: "أرسل إليّ رابطًا لتسجيل الدخول",
    sendMailWith: "أرسل إليّ رابطًا لتسجيل الدخول عبر {provider}",
    usePasskey: "تسجيل الدخول بمفتاح مرور",
    createPasskey: "إنشاء حساب بمفتاح مرور",
    addPasskey: "إضافة مفتاح مرور",
    passkeyNeedsScript: "تحتاج مفاتيح المرور إلى JavaScript.",
    lastUsed: "آخر استخدام",
    more: "طرق أخرى لتسجيل الدخول",
    newHere: "أول مرة هنا؟",
    register: "إنشاء حساب",
    or: "أو",
    nothingToAdd: "لا يوجد شيء آخر يمكنك إضافته.",
    noProvider: {
      what: "لا توجد طريقة لتسجيل الدخول بعد.",
      now: "إذا كنت تدير هذا الموقع، فأضف مزوّدًا إلى إعداداته.",
    },
  },
  signInErrors: {
    AccountNotLinked: { what: "مفتاح المرور هذا، أو عنوانه، يخص مستخدمًا آخر.", now: BEFORE },
    CredentialsSignin: { what: "هذه البيانات غير صحيحة.", now: "تحقق منها وحاول مرة أخرى." },
    EmailSignInError: {
      what: "تعذّر إرسال الرسالة.",
      now: "حاول مرة أخرى بعد لحظات.",
    },
    InvalidCheck: {
      what: "استغرق تسجيل الدخول وقتًا طويلًا أو بدأ في متصفح آخر.",
      now: "ابدأ من جديد من هنا. إذا تكرر ذلك، فاسمح بملفات تعريف الارتباط.",
    },
    InvalidEmail: { what: "أدخل عنوان بريد إلكتروني صالحًا.", now: "تحقق منه وحاول مرة أخرى." },
    InvalidProvider: {
      what: "طريقة تسجيل الدخول هذه غير متاحة.",
      now: "اختر إحدى الطرق أدناه.",
    },
    MissingCSRF: {
      what: "بقيت هذه الصفحة مفتوحة مدة طويلة أو أن ملفات تعريف الارتباط محظورة.",
      now: "اسمح بملفات تعريف الارتباط وحاول مرة أخرى.",
    },
    OAuthAccountNotLinked: { what: "هذا الحساب، أو عنوانه، يخص مستخدمًا آخر.", now: BEFORE },
    OAuthCallbackError: { what: "أُلغي تسجيل الدخول أو رُفض.", now: AGAIN },
    OAuthProfileParseError: {
      what: "لم تقدّم الخدمة التي اخترتها معلومات كافية عن حسابك.",
      now: AGAIN,
    },
    OtherAccount: { what: "الحساب الذي اخترته ليس الحساب المتصل.", now: AGAIN },
    ProviderResponseError: { what: "لا يمكن الوثوق بردّ الخدمة التي اخترتها.", now: AGAIN },
    ProviderUnavailable: { what: "الخدمة التي اخترتها لا تستجيب.", now: AGAIN },
    RateLimited: {
      what: "كان هناك عدد كبير جدًا من المحاولات.",
      now: "انتظر قليلًا ثم حاول مرة أخرى، أو سجّل الدخول بطريقة أخرى.",
    },
    ReconnectRequired: { what: "انتهى الاتصال بتلك الخدمة.", now: "سجّل الدخول بها مرة أخرى." },
    ReconnectRequiredWithName: {
      what: "انتهى الاتصال مع {provider}.",
      now: "سجّل الدخول عبر {provider} مرة أخرى.",
    },
    ServerBusy: { what: "الخادم مشغول جدًا في الوقت الحالي.", now: "انتظر بضع ثوانٍ ثم حاول مرة أخرى." },
    SessionNotFresh: { what: "يُرجى تأكيد هويتك.", now: "سجّل الدخول مرة أخرى للمتابعة." },
    SessionRequired: {
      what: "يجب تسجيل الدخول لعرض هذه الصفحة.",
      now: "اختر طريقة تسجيل الدخول.",
    },
    TooManyWrongCodes: { what: "كان هناك عدد كبير جدًا من الرموز الخاطئة.", now: "ابدأ من جديد من هنا." },
    UserChanged: { what: "تغيّر الحساب أثناء تسجيل الدخول.", now: AGAIN },
    UserNotVerified: {
      what: UNVERIFIED,
      now:
        "سجّل الدخول كما فعلت سابقًا، ثم اطلب رسالة من هنا مرة أخرى لتأكيد العنوان. إذا لم تنشئ هذا الحساب، فتواصل معنا.",
    },
    UserNotVerifiedWithWays: {
      what: UNVERIFIED,
      now:
        "سجّل الدخول عبر {ways}، ثم اطلب رسالة من هنا مرة أخرى لتأكيد العنوان. إذا لم تنشئ هذا الحساب، فتواصل معنا.",
    },
    WebAuthnVerificationError: { what: "تعذّر التحقق من مفتاح المرور.", now: AGAIN },
  },
  challenge: {
    needsScript: "يحتاج هذا النموذج إلى JavaScript.",
    errors: { ChallengeFailed: { what: "تعذّر التحقق من أنك إنسان.", now: "يُرجى المحاولة مرة أخرى." } },
  },
  signOut: {
    headingSignedOut: "لقد سجّلت الخروج",
    textSignedOut: "لم يسجّل أحد الدخول إلى {app} في هذا المتصفح.",
    signIn: "تسجيل الدخول",
    heading: "هل تريد تسجيل الخروج؟",
    text: "سيؤدي هذا إلى إنهاء جلستك على {app} في هذا المتصفح.",
    button: "تسجيل الخروج",
    stay: "البقاء مسجّل الدخول",
  },
  verifyRequest: {
    heading: "تحقق من بريدك",
    sentLinkAndCode: "أرسلنا إلى {email} رابطًا ورمزًا. افتح الرابط أو اكتب الرمز هنا.",
    sentLink: "أرسلنا إلى {email} رابطًا لتسجيل الدخول. افتحه لتسجيل الدخول.",
    again: "إعادة الإرسال",
    againLater: "إعادة الإرسال بعد {seconds} ث",
    sentAgain: "أرسلنا إليك رسالة أخرى. الرسالة الأحدث هي الصالحة.",
    tooEarly: "انتظر {seconds} ث قبل طلب رسالة أخرى.",
    otherAddress: "استخدام عنوان آخر",
    link: "أُرسل إليك رابط لتسجيل الدخول إلى {app}. افتحه لتسجيل الدخول.",
    nothing: "لم يصل شيء بعد بضع دقائق؟ ابحث في مجلد الرسائل غير المرغوب فيها.",
    code: "الرمز",
    codeFormat: "ثمانية أرقام",
    button: "تسجيل الدخول",
    InvalidCode: {
      what: "هذا الرمز غير صحيح.",
      now: "قارنه بأحدث رسالة وحاول مرة أخرى.",
    },
  },
  confirmation: {
    heading: "هل هذا أنت؟",
    question: "هل تريد تسجيل الدخول إلى {app} باسم {email}؟",
    button: "تسجيل الدخول",
    note: "إذا لم تطلب هذا الرابط، أو لم يكن هذا عنوانك، فلا تتابع: الرابط وحده لا يسجّل دخول أحد.",
    no: "لا، لست أنا",
    headingSignedIn: "سجّلت الدخول بالفعل",
  },
  link: {
    heading: "هل تريد إضافة هذا إلى حسابك؟",
    text: "سجّلت الدخول باسم {current}، واستخدمت للتوّ {provider}.",
    textWithName: "سجّلت الدخول باسم {current}، واستخدمت للتوّ {provider} باسم {proven}.",
    nameless: "مستخدم بلا اسم",
    add: "إضافة {provider} إلى حساب {current}",
    addNameless: "إضافة {provider} إلى هذا الحساب",
    switch: "المتابعة باسم {proven}",
    switchNameless: "المتابعة باسم مستخدم آخر",
    note: "إذا أضفته، فسيتيح {account} من الآن فصاعدًا الدخول إلى حساب {current}. أضفه فقط إذا كان كلاهما لك.",
    noteNameless:
      "إذا أضفته، فسيتيح {account} من الآن فصاعدًا الدخول إلى حسابك الحالي. أضفه فقط إذا كان كلاهما لك.",
    cancel: "إلغاء",
  },
  takenOver: {
    heading: "تم تأكيد عنوانك",
    text: "كان هناك حساب بهذا العنوان من قبل، والآن لا يستطيع استخدامه أحد غيرك.",
    done: "ما فعلناه",
    removed: "أُزيلت",
    signedOut: "سُجّل الخروج من كل المتصفحات الأخرى",
    advice: "إذا كانت إحداها لك، فيمكنك إعدادها من جديد.",
    again: "الإعداد من جديد",
    button: "متابعة",
  },
  account,
  activity,
  deletion,
  deletionMails,
  emailChange,
  emailChangeMails,
  profile,
  signUp,
  userNames,
  administration,
  error: {
    AccessDenied: {
      heading: "ليس لديك إذن بالدخول",
      text: "لا يمكن لحسابك تسجيل الدخول هنا. استخدم حسابًا آخر أو تواصل مع مسؤولي هذا الموقع.",
      button: "استخدام حساب آخر",
    },
    Configuration: {
      heading: "تسجيل الدخول لا يعمل",
      text: "هذا الموقع غير مُعَدّ بشكل صحيح. إذا كنت تديره، فستجد في سجله ما يجب تغييره.",
    },
    UserNotStored: { heading: "هذا غير متاح في هذا الموقع", text: "تواصل مع مسؤولي هذا الموقع." },
    ServerError: {
      heading: "حدث خطأ ما",
      text: "الخطأ منا وليس منك. يُرجى المحاولة مرة أخرى بعد لحظات.",
      button: "المحاولة مرة أخرى",
    },
    Verification: {
      heading: "لم يعد هذا الرابط صالحًا",
      text:
        "يعمل الرابط والرمز في الرسالة مرة واحدة ولمدة قصيرة، ولا يعملان بعد رموز خاطئة كثيرة. سجّل الدخول مرة أخرى للحصول على " +
        "غيرهما.",
      button: "تسجيل الدخول مرة أخرى",
    },
    unknown: {
      heading: "حدث خطأ ما",
      text: "لم تسجّل الدخول. يُرجى المحاولة مرة أخرى.",
      button: "تسجيل الدخول",
    },
  },
  passkey: {
    Configuration:
      "مفاتيح المرور غير مُعَدّة بشكل صحيح على هذا الموقع. إذا كنت تديره، فستجد في سجله ما يجب تغييره.",
    InvalidEmail: "أدخل عنوان بريد إلكتروني صالحًا، مثل name@example.com.",
    InvalidStateError: "لديك مفتاح مرور على هذا الجهاز بالفعل. سجّل الدخول به.",
    NotAllowedError: "لم يُستخدم أي مفتاح مرور: أُلغيت العملية أو استغرقت وقتًا طويلًا. حاول مرة أخرى.",
    NotSupportedError: "لا يستطيع هذا الجهاز إنشاء مفتاح مرور لهذا الموقع.",
    SecurityError: "لا يستطيع هذا الموقع استخدام مفاتيح المرور على هذا العنوان.",
    "Invalid request": "سجّل الدخول أولًا. لإنشاء حساب، املأ النموذج.",
    Unsupported: "هذا المتصفح لا يدعم مفاتيح المرور. استخدم متصفحًا آخر أو طريقة أخرى لتسجيل الدخول.",
    unknown: "لم ينجح ذلك. حاول مرة أخرى بعد لحظات.",
  },
  passkeyOffer: {
    heading: "سجّل الدخول أسرع في المرة القادمة",
    text:
      "باستخدام مفتاح مرور، تسجّل الدخول ببصمة إصبعك أو وجهك أو رمز PIN. لا حاجة إلى تذكّر شيء ولا إلى انتظار رسالة.",
    button: "إنشاء مفتاح مرور",
    skip: "ليس الآن",
  },
  mail: {
    subject: "تسجيل الدخول إلى {app}",
    preheader: "إليك رابط تسجيل الدخول والرمز.",
    openLink: "افتح هذا الرابط:",
    button: "تسجيل الدخول",
    typeCode: "أو اكتب هذا الرمز في الصفحة التي تطلبه:",
    lifetime: "يعمل كلاهما مرة واحدة فقط. مدة الصلاحية: {lifetime}.",
    asked: "تفاصيل الطلب: {details}",
    copyLink: "الزر لا يعمل؟ انسخ هذا العنوان إلى متصفحك:",
    warning: "لا تعطِ الرابط أو الرمز لأي شخص أبدًا، حتى لمن يدّعي أنه من {app}.",
    warningLink: "لا تعطِ الرابط لأي شخص أبدًا، حتى لمن يدّعي أنه من {app}.",
    warningCode: "لا تعطِ الرمز لأي شخص أبدًا، حتى لمن يدّعي أنه من {app}.",
    ignore: "إذا لم تطلب هذه الرسالة، فتجاهلها: لا يمكن لأحد تسجيل الدخول بدونها.",
    reason: "وصلتك هذه الرسالة لأن شخصًا ما استخدم عنوانك في {app}.",
    accountReason: "تتعلق هذه الرسالة بأمان حسابك في {app}.",
  },
  password,
  passwordMails,
  securityMails,
};
