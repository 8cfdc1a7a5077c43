/**
 * The messages of the pages for staff in Hebrew.
 *
 * @module
 */

import { acting } from "../acting/he.ts";
import type { AdministrationMessages } from "../administration_types.ts";

/** The list of users, and the page about one. */
export const administration: AdministrationMessages = {
  acting,
  heading: "משתמשים",
  searchLabel: "שם, כתובת או מזהה",
  search: "חיפוש",
  none: "לא נמצאו משתמשים.",
  unverified: "לא אומתה",
  banned: "חסימה פעילה",
  administrator: "ניהול האתר הזה",
  you: "זה החשבון שלך",
  nameless: "ללא שם",
  first: "העמוד הראשון",
  next: "העמוד הבא",
  export: "ייצוא כ-CSV",
  create: "יצירת משתמש",
  createText: "לא יישלח על כך אימייל.",
  back: "כל המשתמשים",
  id: "מזהה המשתמש",
  bannedAt: "תאריך החסימה: {date}",
  bannedBy: "על ידי {name}",
  bannedUntil: "עד {date}",
  forGood: "לתמיד",
  reason: "סיבה",
  reasonText: "לעמיתים שלך. היא נמצאת גם בנתונים שהמשתמש יכול להוריד.",
  end: "משך",
  until: "עד תאריך מסוים",
  date: "תאריך",
  ban: "חסימת המשתמש",
  banText: "המשתמש ינותק בכל מקום, ולא יוכל להתחבר עד שהחסימה תסתיים.",
  unban: "ביטול החסימה",
  sessions: "היכן המשתמש מחובר",
  noSessions: "בשום מקום.",
  hiddenSessions: "האתר הזה אינו יכול להציג התחברויות.",
  endAll: "ניתוק בכל מקום",
  secondFactor: "אימות דו-שלבי",
  on: "פעיל",
  off: "כבוי",
  reset: "איפוס האימות הדו-שלבי",
  resetText: "המשתמש ינותק בכל מקום, יוכל להתחבר בלי השלב השני ויקבל על כך אימייל.",
  sendReset: "שליחת קישור לסיסמה חדשה",
  remove: "הסרת המשתמש",
  removeHeading: "להסיר את {name}?",
  removeText: "כל מה ששמור על המשתמש יימחק: דרכי התחברות, התחברויות פעילות וכל שאר הנתונים.",
  removeFinal: "אי אפשר לבטל זאת, והמשתמש לא יקבל על כך אימייל.",
  done: {
    createUser: "המשתמש נוצר.",
    banUser: "המשתמש נחסם ונותק בכל מקום.",
    unbanUser: "החסימה בוטלה.",
    endSessions: "המשתמש נותק בכל מקום.",
    removeUser: "המשתמש הוסר.",
    resetSecondFactor: "האימות הדו-שלבי אופס.",
    sendPasswordReset: "האימייל נשלח.",
  },
  errors: {
    AccessDenied: { what: "אי אפשר לעשות זאת עם המשתמש הזה.", now: "אפשר לפנות למנהלי האתר." },
    AlreadyBanned: { what: "המשתמש הזה כבר חסום.", now: "מישהו אחר הקדים אותך." },
    NotBanned: { what: "המשתמש הזה כבר אינו חסום.", now: "מישהו אחר הקדים אותך." },
    InvalidBan: { what: "החסימה אינה יכולה להסתיים אז.", now: "יש לבחור תאריך בעתיד." },
    AddressTaken: { what: "הכתובת הזאת שייכת למשתמש אחר.", now: "אפשר לחפש אותה ברשימה." },
    NotSent: { what: "לא נשלח אימייל.", now: "המשתמש הזה אינו יכול להגדיר סיסמה עם הכתובת שלו." },
    RateLimited: { what: "נשלחו יותר מדי הודעות לכתובת הזאת.", now: "יש להמתין מעט ולנסות שוב." },
    UserChanged: { what: "עכשיו החיבור הוא של מישהו אחר.", now: "דבר לא השתנה." },
  },
};
