/**
 * The messages about administrators who act as users in Hebrew.
 *
 * @module
 */

import type { ActingMessages } from "../acting_types.ts";

/** The page of an administrator who acts as a user, and what the user reads of it. */
export const acting: ActingMessages = {
  heading: "הפעולות נעשות בשם משתמש אחר",
  text: "{app} מציג את מה ש-{name} רואה.",
  closed: "רק {name} יכול לשנות את דרכי הכניסה, המכשירים והחשבון.",
  left: "זמן שנותר: {time}.",
  refused: "דבר לא שונה. אפשר לנסות שוב מהחשבון שלך.",
  stop: "סיום",
  overHeading: "הפעולות כבר לא נעשות בשם משתמש אחר",
  overText: "המשך בתור {name}.",
  goOn: "המשך",
  act: "פעולה בשם משתמש זה",
  actText: "{app} יוצג כפי שמשתמש זה רואה אותו, למשך {time}.",
  past: "צוות התמיכה של {app} השתמש בחשבון",
};
