/**
 * The messages about administrators who act as users in Swedish.
 *
 * @module
 */

import type { ActingMessages } from "../acting_types.ts";

/** The page of an administrator who acts as a user, and what the user reads of it. */
export const acting: ActingMessages = {
  heading: "Du agerar som en annan användare",
  text: "{app} visar vad {name} ser.",
  closed: "Bara {name} kan ändra sin inloggning, sina enheter och sitt konto.",
  left: "Tid kvar: {time}.",
  refused: "Inget ändrades. Försök igen från ditt eget konto.",
  stop: "Avsluta",
  overHeading: "Du agerar inte längre som en annan användare",
  overText: "Du fortsätter som {name}.",
  goOn: "Fortsätt",
  act: "Agera som den här användaren",
  actText: "I {time} ser du {app} så som den här användaren gör.",
  past: "Supporten hos {app} har använt kontot",
};
