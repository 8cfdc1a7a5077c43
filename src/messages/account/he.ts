/**
 * The messages of the account page in Hebrew.
 *
 * @module
 */

import type { AccountMessages } from "../account_types.ts";

/** The page. */
export const account: AccountMessages = {
  heading: "החשבון שלך",
  signOut: "התנתקות",
  security: "אבטחה",
  devices: "מכשירים",
  data: "הנתונים שלך",
  dataCopy: "עותק של הנתונים שלך",
  dataText: "קובץ עם מה שהאתר הזה שומר עליך, בפורמט שתוכנות קוראות (JSON).",
  download: "הורדת הנתונים שלי",
  notMine: "משהו לא מוכר לך?",
  secure: "אבטחת החשבון",
  secureText:
    "אם משהו כאן אינו שלך, יש להתנתק מכל המקומות האחרים, לשנות את הסיסמה ולהסיר דרכי התחברות שאינן מוכרות לך.",
  recommended: "מומלץ",
  notNow: "לא עכשיו",
  ways: "דרכי התחברות",
  noWays: "אין עדיין.",
  notFresh: "לפני הסרה יהיה צורך להתחבר שוב.",
  added: "נוסף: {date}",
  verified: "תאריך אימות: {date}",
  used: "שימוש אחרון: {date}",
  signedIn: "התחברות: {date}",
  add: "הוספת דרך התחברות נוספת",
  remove: "הסרה",
  removeNamed: "הסרה: {name}",
  removeEffect: "לאחר מכן לא יהיה אפשר להתחבר בדרך הזאת.",
  stays: "עדיין אפשר יהיה להתחבר באמצעות: {ways}.",
  othersEnd: "החיבור במכשירים האחרים שלך ינותק.",
  lastWay: "זאת דרך ההתחברות היחידה שלך. יש להוסיף דרך אחרת לפני שמסירים אותה.",
  onlyWay: "יש לך רק אחת. אם תאבד, לא יהיה אפשר להתחבר.",
  passkeys: "מפתחות גישה",
  passkey: "מפתח גישה",
  securityKey: "מפתח אבטחה",
  synced: "בכל המכשירים שלך",
  rename: "שינוי השם: {name}",
  newName: "שם",
  showAll: "הצגת הכול ({count})",
  save: "שמירה",
  addPasskey: "הוספת מפתח גישה",
  passkeyAdvice: "עם מפתח גישה מתחברים בטביעת אצבע, בזיהוי פנים או בקוד PIN.",
  needsScript: "הוספת מפתח גישה דורשת JavaScript.",
  sessions: "החיבורים הפעילים שלך",
  thisSession: "הדפדפן הזה",
  unknownDevice: "מכשיר לא מוכר",
  endSession: "ניתוק",
  endSessionNamed: "ניתוק: {name}",
  endOthers: "ניתוק כל הדפדפנים האחרים",
  tokenSessions: "האתר הזה שומר את החיבור שלך רק בדפדפן שלך, ולכן אי אפשר להציג או לנתק כאן דפדפנים אחרים.",
  done: {
    removed: "ההסרה הושלמה. כבר אי אפשר להתחבר בדרך הזאת.",
    added: "נוסף. מעכשיו אפשר להתחבר איתו.",
    renamed: "השם נשמר.",
    "signed-out": "הדפדפן נותק.",
    "signed-out-others": "כל הדפדפנים האחרים נותקו.",
  },
  errors: {
    LastWay: { what: "זאת דרך ההתחברות היחידה שלך.", now: "יש להוסיף דרך אחרת לפני שמסירים אותה." },
    NotFound: { what: "זה כבר לא קיים.", now: "הרשימה שלמטה מעודכנת." },
    NotRemovable: { what: "אי אפשר להסיר את זה כאן.", now: "אפשר לפנות למנהלי האתר." },
    NotAvailable: { what: "הדבר אינו אפשרי באתר הזה.", now: "אפשר לפנות למנהלי האתר." },
    unknown: { what: "זה לא הצליח.", now: "נא לנסות שוב." },
  },
};
