/**
 * The messages about what has happened to an account in Hebrew.
 *
 * @module
 */

import type { ActivityMessages } from "../activity_types.ts";

/** The card of the account page. */
export const activity: ActivityMessages = {
  heading: "פעילות אחרונה",
  signIn: "התחברות",
  stepUp: "הזהות אומתה",
  failed: "התחברות שנכשלה",
  wrong: { password: "סיסמה שגויה", code: "קוד שגוי", passkey: "מפתח הגישה לא התקבל" },
  times: "{count} פעמים",
  other: "בוצע שינוי בחשבון",
  past: {
    passwordChanged: "הסיסמה שונתה",
    secondFactorReset: "האימות הדו-שלבי כובה על ידי צוות התמיכה",
    deletionRequested: "התבקשה מחיקת החשבון",
    deletionUndone: "מחיקת החשבון בוטלה",
    emailAdopted: "כתובת אימייל חדשה",
    emailRestored: "כתובת האימייל הקודמת שוחזרה",
    "change-username": "שם המשתמש שונה",
  },
};
