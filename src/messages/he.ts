/**
 * The messages in Hebrew.
 *
 * @module
 */

import { account } from "./account/he.ts";
import { activity } from "./activity/he.ts";
import { deletion, deletionMails } from "./deletion/he.ts";
import { emailChange, emailChangeMails } from "./email_change/he.ts";
import { password, passwordMails, securityMails } from "./passwords/he.ts";
import { signUp } from "./sign_up/he.ts";
import { userNames } from "./user_names/he.ts";
import { administration } from "./administration/he.ts";
import { profile } from "./profile/he.ts";
import type { Messages } from "./types.ts";

const AGAIN = "אפשר לנסות שוב או לבחור דרך אחרת להתחבר.";
const BEFORE = "אם זה שלך, יש להתחבר כמו קודם. אם לא, יש לפנות אלינו.";
const UNVERIFIED = "כבר קיים חשבון עם הכתובת הזאת, אבל הכתובת מעולם לא אומתה.";

/** The messages. */
export const he: Messages = {
  general: {
    back: "חזרה אל {app}",
    unknownError: { what: "ההתחברות נכשלה.", now: "נא לנסות שוב." },
    errorTitle: "שגיאה: {title}",
    wait: "נא להמתין.",
    waitTime: "זמן המתנה: {time}",
    triesLeft: "ניסיונות שנותרו: {count}.",
    justNow: "הרגע",
    email: "אימייל",
    passkey: "מפתח גישה",
    device: "{browser} ב-{system}",
    terms: "תנאי שימוש",
    privacy: "פרטיות",
    support: "עזרה",
    otherWay: "התחברות בדרך אחרת",
    keptForm: {
      heading: "עוד צעד אחד",
      text: "הטופס עדיין לא נשלח.",
      button: "שליחה",
      page: "דף",
      filledIn: "מולא",
      files: "קבצים אינם נשמרים. יש לבחור אותם שוב.",
      discard: "ביטול השליחה",
    },
  },
  signIn: {
    heading: "התחברות",
    headingNamed: "התחברות אל {app}",
    purpose: "כדי להמשיך אל {app}",
    headingToAdd: "הוספת דרך התחברות",
    purposeToAdd: "לחשבון שלך באתר {app}",
    current: "התחברת בתור {person}.",
    currentNameless: "התחברת.",
    another: "אפשר גם להתחבר עם חשבון אחר.",
    adding: "מה שייבחר כאן יאפשר להתחבר לחשבון הזה.",
    button: "המשך באמצעות {provider}",
    signUp: "הרשמה באמצעות {provider}",
    address: "כתובת אימייל",
    addressExample: "name@example.com",
    password: "סיסמה",
    continue: "המשך",
    submit: "התחברות",
    forgotPassword: "שכחת את הסיסמה?",
    showPassword: "הצגת הסיסמה",
    sendMail: "שליחת קישור התחברות באימייל",
    sendMailWith: "שליחת קישור התחברות באמצעות {provider}",
    usePasskey: "התחברות באמצעות מפתח גישה",
    createPasskey: "הרשמה באמצעות מפתח גישה",
    addPasskey: "הוספת מפתח גישה",
    passkeyNeedsScript: "מפתחות גישה דורשים JavaScript.",
    lastUsed: "שימוש אחרון",
    more: "דרכי התחברות נוספות",
    newHere: "פעם ראשונה כאן?",
    register: "יצירת חשבון",
    or: "או",
    nothingToAdd: "אין עוד מה להוסיף.",
    noProvider: {
      what: "עדיין אין דרך להתחבר.",
      now: "אם האתר הזה בניהולך, יש להוסיף ספק להגדרות שלו.",
    },
  },
  signInErrors: {
    AccountNotLinked: { what: "מפתח הגישה הזה, או הכתובת שלו, שייך למשתמש אחר.", now: BEFORE },
    CredentialsSignin: { what: "הפרטים האלה אינם נכונים.", now: "יש לבדוק אותם ולנסות שוב." },
    EmailSignInError: {
      what: "לא ניתן היה לשלוח את האימייל.",
      now: "יש לנסות שוב בעוד רגע.",
    },
    InvalidCheck: {
      what: "ההתחברות נמשכה זמן רב מדי או החלה בדפדפן אחר.",
      now: "יש להתחיל מכאן מחדש. אם זה קורה שוב, יש לאפשר קובצי Cookie.",
    },
    InvalidEmail: { what: "יש להזין כתובת אימייל תקינה.", now: "יש לבדוק אותה ולנסות שוב." },
    InvalidProvider: {
      what: "דרך ההתחברות הזאת אינה זמינה.",
      now: "יש לבחור באחת מהדרכים שלהלן.",
    },
    MissingCSRF: {
      what: "הדף היה פתוח זמן רב מדי, או שקובצי ה-Cookie חסומים.",
      now: "יש לאפשר קובצי Cookie ולנסות שוב.",
    },
    OAuthAccountNotLinked: { what: "החשבון הזה, או הכתובת שלו, שייך למשתמש אחר.", now: BEFORE },
    OAuthCallbackError: { what: "ההתחברות בוטלה או נדחתה.", now: AGAIN },
    OAuthProfileParseError: {
      what: "השירות שנבחר לא מסר די פרטים על החשבון שלך.",
      now: AGAIN,
    },
    OtherAccount: { what: "החשבון שנבחר אינו החשבון המחובר.", now: AGAIN },
    ProviderResponseError: { what: "אי אפשר לסמוך על התשובה של השירות שנבחר.", now: AGAIN },
    ProviderUnavailable: { what: "השירות שנבחר אינו מגיב.", now: AGAIN },
    RateLimited: { what: "היו יותר מדי ניסיונות.", now: "יש להמתין מעט ולנסות שוב, או להתחבר בדרך אחרת." },
    ReconnectRequired: { what: "החיבור לשירות הזה הסתיים.", now: "יש להתחבר איתו שוב." },
    ReconnectRequiredWithName: {
      what: "החיבור אל {provider} הסתיים.",
      now: "יש להתחבר שוב באמצעות {provider}.",
    },
    ServerBusy: { what: "השרת עמוס מאוד כרגע.", now: "יש להמתין כמה שניות ולנסות שוב." },
    SessionNotFresh: { what: "נא לאשר את זהותך.", now: "יש להתחבר שוב כדי להמשיך." },
    SessionRequired: {
      what: "צריך להתחבר כדי לראות את הדף הזה.",
      now: "יש לבחור דרך להתחבר.",
    },
    TooManyWrongCodes: { what: "הוזנו יותר מדי קודים שגויים.", now: "יש להתחיל מכאן מחדש." },
    UserChanged: { what: "החשבון השתנה במהלך ההתחברות.", now: AGAIN },
    UserNotVerified: {
      what: UNVERIFIED,
      now:
        "יש להתחבר כמו קודם, ואז לבקש כאן שוב אימייל כדי לאמת את הכתובת. אם החשבון הזה לא נוצר על ידך, יש לפנות אלינו.",
    },
    UserNotVerifiedWithWays: {
      what: UNVERIFIED,
      now:
        "יש להתחבר באמצעות {ways}, ואז לבקש כאן שוב אימייל כדי לאמת את הכתובת. אם החשבון הזה לא נוצר על ידך, יש לפנות אלינו.",
    },
    WebAuthnVerificationError: { what: "לא ניתן היה לאמת את מפתח הגישה שלך.", now: AGAIN },
  },
  challenge: {
    needsScript: "הטופס הזה דורש JavaScript.",
    errors: { ChallengeFailed: { what: "לא הצלחנו לוודא שאינך תוכנה אוטומטית.", now: "נא לנסות שוב." } },
  },
  signOut: {
    headingSignedOut: "התנתקת",
    textSignedOut: "איש אינו מחובר אל {app} בדפדפן הזה.",
    signIn: "התחברות",
    heading: "להתנתק?",
    text: "הפעולה תסיים את החיבור שלך אל {app} בדפדפן הזה.",
    button: "התנתקות",
    stay: "להישאר בחשבון",
  },
  verifyRequest: {
    heading: "כדאי לבדוק את האימייל",
    sentLinkAndCode: "שלחנו קישור וקוד אל {email}. אפשר לפתוח את הקישור או להקליד כאן את הקוד.",
    sentLink: "שלחנו קישור התחברות אל {email}. יש לפתוח אותו כדי להתחבר.",
    again: "שליחה חוזרת",
    againLater: "שליחה חוזרת בעוד {seconds} ש׳",
    sentAgain: "שלחנו אליך אימייל נוסף. האחרון הוא הקובע.",
    tooEarly: "יש להמתין {seconds} ש׳ לפני בקשת אימייל נוסף.",
    otherAddress: "שימוש בכתובת אחרת",
    link: "קישור להתחברות אל {app} בדרך אליך. יש לפתוח אותו כדי להתחבר.",
    nothing: "לא הגיע דבר אחרי כמה דקות? כדאי לחפש בתיקיית הספאם.",
    code: "קוד",
    codeFormat: "שמונה ספרות",
    button: "התחברות",
    InvalidCode: {
      what: "הקוד הזה אינו נכון.",
      now: "יש להשוות אותו לאימייל האחרון ולנסות שוב.",
    },
  },
  confirmation: {
    heading: "זאת הכתובת שלך?",
    question: "להתחבר אל {app} בתור {email}?",
    button: "התחברות",
    note: "אם הקישור לא נשלח לבקשתך, או שזאת אינה הכתובת שלך, אין להמשיך: הקישור לבדו אינו מחבר איש.",
    no: "לא, זאת לא הכתובת שלי",
    headingSignedIn: "כבר התחברת",
  },
  link: {
    heading: "להוסיף לחשבון שלך?",
    text: "התחברת בתור {current}, וזה עתה השתמשת ב-{provider}.",
    textWithName: "התחברת בתור {current}, וזה עתה השתמשת ב-{provider} בתור {proven}.",
    nameless: "משתמש ללא שם",
    add: "הוספת {provider} לחשבון של {current}",
    addNameless: "הוספת {provider} לחשבון הזה",
    switch: "להמשיך בתור {proven}",
    switchNameless: "להמשיך בתור מישהו אחר",
    note: "אם מוסיפים, {account} יאפשר מעתה להתחבר לחשבון של {current}. יש להוסיף רק אם שניהם שלך.",
    noteNameless: "אם מוסיפים, {account} יאפשר מעתה להתחבר לחשבון הנוכחי שלך. יש להוסיף רק אם שניהם שלך.",
    cancel: "ביטול",
  },
  takenOver: {
    heading: "הכתובת שלך אומתה",
    text: "כבר היה חשבון עם הכתובת הזאת, ועכשיו רק לך יש גישה אליו.",
    done: "מה עשינו",
    removed: "הוסרה",
    signedOut: "כל הדפדפנים האחרים נותקו",
    advice: "אם אחת מהן הייתה שלך, אפשר להגדיר אותה מחדש.",
    again: "הגדרה מחדש",
    button: "המשך",
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
      heading: "אין לך גישה",
      text: "החשבון שלך אינו רשאי להתחבר כאן. אפשר להשתמש בחשבון אחר או לפנות למנהלי האתר.",
      button: "שימוש בחשבון אחר",
    },
    Configuration: {
      heading: "ההתחברות אינה פועלת",
      text: "האתר הזה אינו מוגדר כראוי. אם הוא בניהולך, ביומן שלו כתוב מה לשנות.",
    },
    UserNotStored: { heading: "הדבר אינו אפשרי באתר הזה", text: "אפשר לפנות למנהלי האתר." },
    ServerError: {
      heading: "משהו השתבש",
      text: "הטעות שלנו, לא שלך. נא לנסות שוב בעוד רגע.",
      button: "ניסיון נוסף",
    },
    Verification: {
      heading: "הקישור הזה כבר אינו תקף",
      text:
        "הקישור והקוד שבאימייל תקפים פעם אחת, לזמן קצר, ולא אחרי קודים שגויים רבים מדי. יש להתחבר שוב כדי לקבל חדשים.",
      button: "התחברות מחדש",
    },
    unknown: {
      heading: "משהו השתבש",
      text: "לא התחברת. נא לנסות שוב.",
      button: "התחברות",
    },
  },
  passkey: {
    Configuration: "מפתחות הגישה אינם מוגדרים כראוי באתר הזה. אם הוא בניהולך, ביומן שלו כתוב מה לשנות.",
    InvalidEmail: "יש להזין כתובת אימייל תקינה, לדוגמה name@example.com.",
    InvalidStateError: "במכשיר הזה כבר יש מפתח גישה שלך. אפשר להתחבר באמצעותו.",
    NotAllowedError: "לא נעשה שימוש במפתח גישה: הפעולה בוטלה או נמשכה זמן רב מדי. אפשר לנסות שוב.",
    NotSupportedError: "המכשיר הזה אינו יכול ליצור מפתח גישה לאתר הזה.",
    SecurityError: "האתר הזה אינו יכול להשתמש במפתחות גישה בכתובת הזאת.",
    "Invalid request": "יש להתחבר קודם. כדי להירשם, יש למלא את הטופס.",
    Unsupported: "הדפדפן הזה אינו תומך במפתחות גישה. אפשר להשתמש בדפדפן אחר או בדרך אחרת להתחבר.",
    unknown: "זה לא הצליח. אפשר לנסות שוב בעוד רגע.",
  },
  passkeyOffer: {
    heading: "בפעם הבאה מתחברים מהר יותר",
    text: "עם מפתח גישה מתחברים בטביעת אצבע, בזיהוי פנים או בקוד PIN. אין צורך לזכור דבר או לחכות למייל.",
    button: "יצירת מפתח גישה",
    skip: "לא עכשיו",
  },
  mail: {
    subject: "התחברות אל {app}",
    preheader: "הנה הקישור והקוד שלך להתחברות.",
    openLink: "יש לפתוח את הקישור הזה:",
    button: "התחברות",
    typeCode: "או להקליד את הקוד הזה בדף שמבקש אותו:",
    lifetime: "שניהם תקפים לפעם אחת בלבד. משך התוקף: {lifetime}.",
    asked: "פרטי הבקשה: {details}",
    copyLink: "הכפתור אינו פועל? יש להעתיק את הכתובת הזאת לדפדפן:",
    warning: "אין למסור את הקישור או את הקוד לאיש, גם לא למי שטוען שהוא מטעם {app}.",
    warningLink: "אין למסור את הקישור לאיש, גם לא למי שטוען שהוא מטעם {app}.",
    warningCode: "אין למסור את הקוד לאיש, גם לא למי שטוען שהוא מטעם {app}.",
    ignore: "אם האימייל הזה לא נשלח לבקשתך, אפשר להתעלם ממנו: בלעדיו איש אינו יכול להתחבר.",
    reason: "האימייל הזה נשלח אליך כי מישהו השתמש בכתובת שלך באתר {app}.",
    accountReason: "האימייל הזה עוסק באבטחת החשבון שלך באתר {app}.",
  },
  password,
  passwordMails,
  securityMails,
};
