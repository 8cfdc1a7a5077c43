/**
 * The messages about the profile in Hebrew.
 *
 * @module
 */

import type { ProfileMessages } from "../profile_types.ts";

/** The part of the account page. */
export const profile: ProfileMessages = {
  heading: "פרופיל",
  about: "עליך",
  name: "שם",
  optional: "לא חובה",
  followed: "השם והתמונה מגיעים מהשירות שדרכו מתחברים. יש לשנות אותם שם ואז להתחבר מחדש.",
  saved: "הפרופיל נשמר.",
  language: "שפה",
  ofBrowser: "כמו בדפדפן",
  changed: "הפרופיל שונה",
  picture: "תמונה",
  pictureLabel: "יש לבחור תמונה",
  pictureRule: "קובץ PNG, ‏JPEG, ‏WebP או GIF של {size} לכל היותר.",
  errors: {
    required: "יש למלא את השדה הזה.",
    tick: "יש לסמן את התיבה הזאת.",
    tooLong: "יש להשתמש ב-{count} תווים לכל היותר.",
    url: "יש להזין כתובת אינטרנט שמתחילה ב-https.",
    date: "יש להזין תאריך.",
    choice: "יש לבחור אפשרות מהרשימה.",
  },
};
