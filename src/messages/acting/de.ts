/**
 * The messages about administrators who act as users in German.
 *
 * @module
 */

import type { ActingMessages } from "../acting_types.ts";

/** The page of an administrator who acts as a user, and what the user reads of it. */
export const acting: ActingMessages = {
  heading: "Sie handeln als jemand anders",
  text: "{app} zeigt Ihnen, was {name} sieht.",
  closed: "Anmeldung, Geräte und Konto kann nur {name} selbst ändern.",
  left: "Verbleibende Zeit: {time}.",
  refused: "Es wurde nichts geändert. Versuchen Sie es noch einmal mit Ihrem eigenen Konto.",
  stop: "Beenden",
  overHeading: "Sie handeln nicht mehr als jemand anders",
  overText: "Sie fahren als {name} fort.",
  goOn: "Weiter",
  act: "Als diese Person handeln",
  actText: "Sie sehen {app} {time} lang so wie diese Person.",
  past: "Der Support von {app} hat das Konto verwendet",
};
