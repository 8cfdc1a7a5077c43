/**
 * The messages about user names in Hebrew.
 *
 * @module
 */

import type { UserNamesMessages } from "../user_names_types.ts";

/** The card of the account page, and fields for a name. */
export const userNames: UserNamesMessages = {
  label: "שם משתמש",
  addressOrName: "כתובת אימייל או שם משתמש",
  optionalAddress: "כתובת אימייל (לא חובה)",
  withoutAddress: "בלי כתובת לא תוכלו להיכנס שוב אם תשכחו את הסיסמה. הוסיפו מפתח גישה אחרי ההתחברות.",
  none: "עדיין אין לכם שם משתמש.",
  choose: "בחירה",
  chooseHeading: "בחירת שם משתמש",
  chooseText: "אפשר להתחבר איתו. אנשים אחרים עשויים לראות אותו.",
  change: "שינוי",
  changeHeading: "שינוי שם המשתמש",
  changeText: "מעכשיו תתחברו עם השם החדש. השם הישן יפסיק לפעול.",
  wait: "אפשר לשנות אותו שוב ב-{date}.",
  changed: "שם המשתמש שונה.",
  errors: {
    length: { what: "שם המשתמש הזה קצר מדי או ארוך מדי.", now: "השתמשו ב-{min} עד {max} תווים." },
    characters: {
      what: "בשם המשתמש הזה יש תווים שאי אפשר להשתמש בהם.",
      now: "השתמשו באותיות של אלפבית אחד, בספרות, בנקודות, במקפים ובקווים תחתונים.",
    },
    taken: { what: "שם המשתמש הזה תפוס.", now: "בחרו שם אחר." },
    tooSoon: { what: "שיניתם את שם המשתמש לפני זמן קצר.", now: "נסו שוב אחרי {date}." },
  },
};
