/**
 * The messages in Hebrew.
 *
 * @module
 */

import type { Messages } from "./types.ts";

const AGAIN = "אפשר לנסות שוב או לבחור דרך אחרת להתחבר.";
const BEFORE = "אם זה שלך, יש להתחבר כמו קודם.";
const UNVERIFIED = "כבר קיים חשבון עם הכתובת הזאת, אבל הכתובת מעולם לא אומתה.";

/** The messages. */
export const he: Messages = {
  general: {
    back: "חזרה אל {host}",
    unknownError: { what: "ההתחברות נכשלה.", now: "נא לנסות שוב." },
  },
  signIn: {
    heading: "התחברות",
    purpose: "כדי להמשיך אל {host}",
    headingToAdd: "הוספת דרך התחברות",
    purposeToAdd: "לחשבון שלך באתר {host}",
    current: "התחברת בתור {person}.",
    currentNameless: "התחברת.",
    another: "חשבון אחר יחבר אותך בתור המשתמש שלו; חשבון חדש אפשר להוסיף לחשבון שלך.",
    adding: "מה שייבחר כאן יפתח את החשבון הזה.",
    goBack: "חזרה",
    button: "התחברות באמצעות {provider}",
    signUp: "הרשמה באמצעות {provider}",
    needsScript: "התחברות באמצעות {provider} דורשת JavaScript.",
    address: "כתובת אימייל",
    addressExample: "name@example.com",
    password: "סיסמה",
    or: "או",
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
      now: "יש לבדוק את הכתובת ולנסות שוב בעוד רגע.",
    },
    InvalidCheck: {
      what: "ההתחברות נמשכה זמן רב מדי או החלה בדפדפן אחר.",
      now: "יש להתחיל מכאן מחדש.",
    },
    InvalidEmail: { what: "זאת אינה כתובת אימייל.", now: "יש לבדוק אותה ולנסות שוב." },
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
    ProviderResponseError: { what: "אי אפשר לסמוך על התשובה של השירות שנבחר.", now: AGAIN },
    ProviderUnavailable: { what: "השירות שנבחר אינו מגיב.", now: AGAIN },
    SessionNotFresh: { what: "נא לאשר את זהותך.", now: "יש להתחבר שוב, ואז לחזור על הפעולה." },
    SessionRequired: {
      what: "צריך להתחבר כדי לראות את הדף הזה.",
      now: "יש לבחור דרך להתחבר.",
    },
    UserChanged: { what: "החשבון השתנה במהלך ההתחברות.", now: AGAIN },
    UserNotVerified: {
      what: UNVERIFIED,
      now: "יש להתחבר כמו קודם, ואז לבקש כאן שוב אימייל כדי לאמת את הכתובת.",
    },
    UserNotVerifiedWithWays: {
      what: UNVERIFIED,
      now: "יש להתחבר באמצעות {ways}, ואז לבקש כאן שוב אימייל כדי לאמת את הכתובת.",
    },
    WebAuthnVerificationError: { what: "לא ניתן היה לאמת את מפתח הגישה שלך.", now: AGAIN },
  },
  signOut: {
    heading: "להתנתק?",
    text: "הפעולה תסיים את החיבור שלך אל {host} בדפדפן הזה.",
    button: "התנתקות",
    stay: "להישאר בחשבון",
  },
  verifyRequest: {
    heading: "כדאי לבדוק את האימייל",
    linkAndCode: "שלחנו אליך קישור וקוד עבור {host}. אפשר לפתוח את הקישור או להקליד כאן את הקוד.",
    link: "קישור להתחברות אל {host} בדרך אליך. יש לפתוח אותו כדי להתחבר.",
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
    question: "להתחבר אל {host} בתור {email}?",
    button: "התחברות",
    note:
      "הדפדפן הזה לא ביקש את הקישור, או שכבר השתמש בו. אם הקישור לא נשלח לבקשתך, או שזאת אינה הכתובת שלך, יש לסגור את הדף: " +
      "הקישור לבדו אינו מחבר איש.",
  },
  link: {
    heading: "להוסיף לחשבון שלך?",
    text: "התחברת בתור {current}, וכרגע השתמשת ב-{provider}.",
    textWithName: "התחברת בתור {current}, וכרגע השתמשת ב-{provider} בתור {proven}.",
    nameless: "משתמש ללא שם",
    add: "הוספת {provider} לחשבון של {current}",
    addNameless: "הוספת {provider} לחשבון הזה",
    switch: "להמשיך בתור {proven}",
    switchNameless: "להמשיך בתור מישהו אחר",
    note: "אם מוסיפים, {account} יפתח מעתה את החשבון של {current}. יש להוסיף רק אם שניהם שלך.",
    noteNameless: "אם מוסיפים, {account} יפתח מעתה את החשבון של המשתמש המחובר. יש להוסיף רק אם שניהם שלך.",
    cancel: "ביטול",
  },
  takenOver: {
    heading: "הכתובת שלך אומתה",
    text:
      "התחברת. כבר נעשה כאן שימוש בכתובת שלך לפני שאומתה. מטעמי אבטחה הוסרו דרכי ההתחברות האלה, וכל הדפדפנים האחרים נותקו:",
    advice: "אם הן היו שלך, יש להגדיר אותן מחדש בחשבון שלך.",
    button: "המשך",
  },
  account: {
    heading: "החשבון שלך",
    current: "התחברת אל {host} בתור {person}.",
    currentNameless: "התחברת אל {host}.",
    signOut: "התנתקות",
    ways: "דרכי התחברות",
    noWays: "אין עדיין.",
    onlyPasskeys: "בינתיים רק מפתחות הגישה שלך.",
    notFresh: "לפני הסרה יהיה צורך להתחבר שוב.",
    added: "נוסף: {date}",
    verified: "תאריך אימות: {date}",
    used: "שימוש אחרון: {date}",
    signedIn: "התחברות: {date}",
    add: "הוספת דרך התחברות נוספת",
    remove: "הסרה",
    removeNamed: "הסרה: {name}",
    lastWay: "זאת דרך ההתחברות היחידה שלך. יש להוסיף דרך אחרת לפני שמסירים אותה.",
    passkeys: "מפתחות גישה",
    noPasskeys: "אין עדיין. עם מפתח גישה מתחברים בטביעת אצבע, בזיהוי פנים או בקוד PIN.",
    passkey: "מפתח גישה",
    securityKey: "מפתח אבטחה",
    synced: "בכל המכשירים שלך",
    rename: "שינוי השם: {name}",
    newName: "שם",
    save: "שמירה",
    addPasskey: "הוספת מפתח גישה",
    needsScript: "הוספת מפתח גישה דורשת JavaScript.",
    sessions: "החיבורים הפעילים שלך",
    thisSession: "הדפדפן הזה",
    unknownDevice: "מכשיר לא מוכר",
    device: "{browser} ב-{system}",
    endSession: "ניתוק",
    endSessionNamed: "ניתוק: {name}",
    endOthers: "ניתוק כל הדפדפנים האחרים",
    tokenSessions: "האתר הזה שומר את החיבור שלך רק בדפדפן שלך, ולכן אי אפשר להציג או לנתק כאן דפדפנים אחרים.",
    done: {
      removed: "ההסרה הושלמה. כבר אי אפשר להתחבר בדרך הזאת.",
      renamed: "השם נשמר.",
      "signed-out": "הדפדפן נותק.",
      "signed-out-others": "כל הדפדפנים האחרים נותקו.",
    },
    errors: {
      LastWay: { what: "זאת דרך ההתחברות היחידה שלך.", now: "יש להוסיף דרך אחרת לפני שמסירים אותה." },
      NotFound: { what: "זה כבר לא קיים.", now: "הרשימה שלמטה מעודכנת." },
      NotRemovable: { what: "אי אפשר להסיר את זה כאן.", now: "אפשר לפנות למנהלי האתר." },
      unknown: { what: "זה לא הצליח.", now: "נא לנסות שוב." },
    },
  },
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
    InvalidEmail: "זאת אינה כתובת אימייל. יש לבדוק אותה ולנסות שוב.",
    InvalidStateError: "במכשיר הזה כבר יש מפתח גישה שלך. אפשר להתחבר באמצעותו.",
    NotAllowedError: "לא נעשה שימוש במפתח גישה: הפעולה בוטלה או נמשכה זמן רב מדי. אפשר לנסות שוב.",
    NotSupportedError: "המכשיר הזה אינו יכול ליצור מפתח גישה לאתר הזה.",
    SecurityError: "האתר הזה אינו יכול להשתמש במפתחות גישה בכתובת הזאת.",
    "Invalid request": "יש להתחבר קודם. כדי להירשם, יש למלא את הטופס.",
    Unsupported: "הדפדפן הזה אינו תומך במפתחות גישה. אפשר להשתמש בדפדפן אחר או בדרך אחרת להתחבר.",
    unknown: "זה לא הצליח. אפשר לנסות שוב בעוד רגע.",
  },
  mail: {
    subject: "התחברות אל {host}",
    openLink: "יש לפתוח את הקישור הזה:",
    button: "התחברות",
    typeCode: "או להקליד את הקוד הזה בדף שמבקש אותו:",
    lifetime: "שניהם תקפים לפעם אחת בלבד. משך התוקף: {lifetime}.",
    copyLink: "אם הכפתור אינו פועל, יש להעתיק את הקישור הזה לדפדפן:",
    warning: "אין למסור את הקישור או את הקוד לאיש, גם לא למי שטוען שהוא מטעם {host}.",
    ignore: "אם האימייל הזה לא נשלח לבקשתך, אפשר להתעלם ממנו: בלעדיו איש אינו יכול להתחבר.",
  },
};
