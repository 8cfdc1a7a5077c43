/**
 * The messages about another email address of an account in Hebrew.
 *
 * @module
 */

import type { EmailChangeMailsMessages, EmailChangeMessages } from "../email_change_types.ts";

/** The card of the account page, and the pages behind its emails. */
export const emailChange: EmailChangeMessages = {
  heading: "כתובת אימייל",
  none: "אין כתובת אימייל לחשבון שלך.",
  change: "שינוי",
  changeHeading: "שינוי כתובת האימייל",
  changeText: "נשלח קישור לכתובת החדשה. דבר לא ישתנה עד לפתיחת הקישור.",
  newAddress: "כתובת אימייל חדשה",
  send: "שליחת הקישור",
  sent: "שלחנו קישור לכתובת החדשה. יש לפתוח אותו כדי לסיים.",
  changed: "כתובת האימייל שלך שונתה.",
  confirmHeading: "להשתמש בכתובת הזאת?",
  confirmText: "הכתובת {email} תהיה הכתובת של החשבון שלך ב-{app}. החיבור שלך ינותק בכל מקום אחר.",
  confirmButton: "שימוש בכתובת הזאת",
  undoHeading: "להחזיר את הכתובת הקודמת שלך?",
  undoText:
    "הכתובת {email} תהיה שוב הכתובת של החשבון שלך ב-{app}. כל הדפדפנים ינותקו, ומה שנוסף מאז השינוי יוסר: דרכי התחברות, סיסמה, אימות דו-שלבי.",
  undoButton: "החזרת הכתובת",
  undoneHeading: "הכתובת הקודמת שלך הוחזרה",
  undoneText: "יש להתחבר באמצעותה, ואז לבדוק את דרכי ההתחברות שלך.",
  overHeading: "הקישור הזה כבר אינו תקף",
  overText: "כבר נעשה בו שימוש, הוא ישן מדי, או שהחשבון השתנה מאז.",
  errors: {
    InvalidNewEmail: { what: "זו לא כתובת אימייל חדשה.", now: "יש לבדוק מה הוקלד ולנסות שוב." },
    EmailInUse: {
      what: "הכתובת הזאת שייכת לחשבון אחר.",
      now: "אפשר להשתמש בכתובת אחרת, או להתחבר לחשבון ההוא.",
    },
    TooManyEmails: { what: "שלחנו יותר מדי הודעות.", now: "יש להמתין שעה ולנסות שוב." },
  },
};

/** The emails. */
export const emailChangeMails: EmailChangeMailsMessages = {
  emailChange: {
    subject: "אימות הכתובת החדשה שלך ב-{app}",
    intro: "התקבלה בקשה להשתמש בכתובת הזאת לחשבון ב-{app}.",
    openLink: "אם הבקשה הגיעה ממך, יש לפתוח את הקישור הזה בדפדפן שבו החשבון שלך מחובר:",
    button: "אימות הכתובת שלי",
    ignore: "אם הבקשה לא הגיעה ממך, אפשר להתעלם מההודעה הזו: בלעדיה דבר לא ישתנה.",
  },
  emailChanged: {
    subject: "כתובת האימייל שלך ב-{app} שונתה",
    intro: "כתובת האימייל של החשבון שלך ב-{app} שונתה: {details}.",
    openLink: "אם לא עשית זאת, יש לפתוח את הקישור הזה בתוך {time} כדי להחזיר את הכתובת הקודמת:",
    button: "זה לא הייתי אני",
    ignore: "אם עשית זאת, אפשר להתעלם מההודעה הזו.",
  },
  emailAdopted: {
    subject: "לחשבון שלך ב-{app} יש כתובת אימייל חדשה",
    intro: "זו עכשיו הכתובת של החשבון שלך ב-{app}: {details}.",
    openLink: "יש לפתוח את הקישור הזה כדי לראות את החשבון:",
    button: "בדיקת החשבון שלי",
    ignore: "אם עשית זאת, אפשר להתעלם מההודעה הזו.",
  },
  emailRestored: {
    subject: "הכתובת הקודמת הוחזרה לחשבון שלך ב-{app}",
    intro: "שינוי כתובת האימייל של החשבון שלך ב-{app} בוטל: {details}.",
    openLink: "יש לפתוח את הקישור הזה כדי לראות את החשבון:",
    button: "בדיקת החשבון שלי",
    ignore: "למי שעשה זאת יש גישה לתיבת הדואר של הכתובת הקודמת. כל הדפדפנים נותקו.",
  },
};
