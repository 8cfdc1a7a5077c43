/**
 * The messages about the deletion of an account in Hebrew.
 *
 * @module
 */

import type { DeletionMailsMessages, DeletionMessages } from "../deletion_types.ts";

/** The card of the account page, and the page. */
export const deletion: DeletionMessages = {
  heading: "מחיקת החשבון",
  text: "מוחק את החשבון שלך ב-{app} עם כל מה שבו. יש לך {time} להתחרט.",
  textAtOnce: "מוחק מיד את החשבון שלך ב-{app} עם כל מה שבו.",
  button: "מחיקת החשבון",
  question: "למחוק את החשבון שלך?",
  loss: "החשבון שלך ב-{app} יימחק: הפרופיל, דרכי הכניסה ומה ששמרת בו.",
  stays:
    "הכניסה שלך תנותק עכשיו בכל מקום. אפשר לשמור את החשבון במשך {time}: להיכנס, או לפתוח את הקישור בהודעה שנשלח.",
  nothingStays: "זה קורה מיד, ואי אפשר לבטל.",
  confirm: "יש להקליד {value} לאישור",
  keep: "שמירת החשבון שלי",
  kept: "החשבון שלך נשאר.",
  notConfirmed: {
    what: "שום דבר לא נמחק: הוקלד טקסט אחר.",
    now: "יש להקליד אותו בדיוק כפי שהוא מוצג.",
  },
  tooLate: {
    what: "מאוחר מדי לשמור את החשבון.",
    now: "הוא נמחק כעת.",
  },
  pendingHeading: "החשבון שלך יימחק",
  pending: "תאריך המחיקה: {date}.",
  pendingText: "החשבון שלך ב-{app} יימחק. תאריך: {date}. עד אז אפשר לשמור אותו.",
  keptHeading: "החשבון שלך נשאר",
  keptText: "שום דבר לא נמחק. יש להיכנס כדי להמשיך.",
  deletedHeading: "החשבון שלך נמחק",
  deletedText: "החשבון שלך ב-{app} כבר לא קיים, וגם לא מה שהיה בו.",
};

/** The emails. */
export const deletionMails: DeletionMailsMessages = {
  deletionRequested: {
    subject: "החשבון שלך ב-{app} יימחק",
    intro: "החשבון שלך ב-{app} יימחק. תאריך: {date}. הבקשה: {details}.",
    openLink: "כדי לשמור אותו, יש לפתוח לפני כן את הקישור:",
    button: "שמירת החשבון שלי",
    ignore: "אם ביקשת את זה, אפשר להתעלם מההודעה. אם לא, יש לפתוח את הקישור ואז לבדוק היכן החשבון שלך מחובר.",
  },
  deletionUndone: {
    subject: "החשבון שלך ב-{app} נשאר",
    intro: "החשבון שלך ב-{app} לא יימחק: {details}.",
    openLink: "יש לפתוח את הקישור כדי לראות את החשבון:",
    button: "בדיקת החשבון שלי",
    ignore: "אם זה היה שלך, אפשר להתעלם מההודעה.",
  },
  accountDeleted: {
    subject: "החשבון שלך ב-{app} נמחק",
    intro: "החשבון שלך ב-{app} נמחק: {details}.",
    openLink: "כדי להשתמש שוב ב-{app}, יש לפתוח את הקישור:",
    button: "פתיחת האתר",
    ignore: "זו ההודעה האחרונה על החשבון הזה.",
  },
};
