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
  loss: "החשבון שלך ב-{app} יימחק: הפרופיל, דרכי ההתחברות ומה ששמרת בו.",
  stays: "החשבון ינותק עכשיו מכל מקום. יש לך {time} להתחרט: יש להתחבר, או לפתוח את הקישור שבאימייל שנשלח.",
  nothingStays: "זה קורה מיד, ואי אפשר לבטל את זה.",
  confirm: "יש להקליד {value} לאישור",
  keep: "השארת החשבון שלי",
  kept: "החשבון שלך נשאר.",
  notConfirmed: {
    what: "שום דבר לא נמחק: הוקלד טקסט אחר.",
    now: "יש להקליד אותו בדיוק כפי שהוא מוצג.",
  },
  tooLate: {
    what: "מאוחר מדי להשאיר את החשבון.",
    now: "הוא נמחק כעת.",
  },
  pendingHeading: "החשבון שלך יימחק",
  pending: "תאריך המחיקה: {date}.",
  pendingText: "החשבון שלך ב-{app} יימחק. תאריך: {date}. עד אז אפשר להשאיר אותו.",
  keptHeading: "החשבון שלך נשאר",
  keptText: "שום דבר לא נמחק. יש להתחבר כדי להמשיך.",
  deletedHeading: "החשבון שלך נמחק",
  deletedText: "החשבון שלך ב-{app} כבר לא קיים, וגם לא מה שהיה בו.",
};

/** The emails. */
export const deletionMails: DeletionMailsMessages = {
  deletionRequested: {
    subject: "החשבון שלך ב-{app} יימחק",
    intro: "החשבון שלך ב-{app} יימחק. תאריך: {date}. הבקשה: {details}.",
    openLink: "כדי להשאיר אותו, יש לפתוח לפני כן את הקישור:",
    button: "השארת החשבון שלי",
    ignore:
      "אם ביקשת את זה, אפשר להתעלם מההודעה הזו. אם לא, יש לפתוח את הקישור ואז לבדוק היכן החשבון שלך מחובר.",
  },
  deletionUndone: {
    subject: "החשבון שלך ב-{app} נשאר",
    intro: "החשבון שלך ב-{app} לא יימחק: {details}.",
    openLink: "יש לפתוח את הקישור כדי לראות את החשבון:",
    button: "בדיקת החשבון שלי",
    ignore: "אם עשית זאת, אפשר להתעלם מההודעה הזו. אם לא, יש להתנתק מיד מכל מקום אחר.",
  },
  accountDeleted: {
    subject: "החשבון שלך ב-{app} נמחק",
    intro: "החשבון שלך ב-{app} נמחק: {details}.",
    openLink: "יש לפתוח את הקישור כדי להגיע לאתר:",
    button: "פתיחת האתר",
    ignore: "אם לא רצית בכך, כדאי לפנות אל {app}. זו ההודעה האחרונה על החשבון הזה.",
  },
};
