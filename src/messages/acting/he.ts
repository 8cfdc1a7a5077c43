/**
 * The messages about administrators who act as users in Hebrew.
 *
 * @module
 */

import type { ActingMessages } from "../acting_types.ts";

/** The page of an administrator who acts as a user, and what the user reads of it. */
export const acting: ActingMessages = {
  heading: "הפעולות שלך נעשות בשם משתמש אחר",
  text: "{app} מציג את מה ש-{name} רואה.",
  closed: "רק ל-{name} יש אפשרות לשנות את דרכי ההתחברות, את המכשירים ואת החשבון.",
  left: "זמן שנותר: {time}.",
  refused: "דבר לא שונה. אפשר לנסות שוב מהחשבון שלך.",
  stop: "סיום",
  overHeading: "הפעולות שלך כבר לא נעשות בשם משתמש אחר",
  overText: "המשך בתור {name}.",
  goOn: "המשך",
  act: "פעולה בשם משתמש זה",
  actText: "{app} יוצג כפי שמשתמש זה רואה אותו, למשך {time}.",
  past: "צוות התמיכה של {app} השתמש בחשבון",
};
