/**
 * The messages about administrators who act as users in Dutch.
 *
 * @module
 */

import type { ActingMessages } from "../acting_types.ts";

/** The page of an administrator who acts as a user, and what the user reads of it. */
export const acting: ActingMessages = {
  heading: "Je handelt als een andere gebruiker",
  text: "{app} laat je zien wat {name} ziet.",
  closed: "Alleen {name} kan de inlogmethoden, de apparaten en het account wijzigen.",
  left: "Resterende tijd: {time}.",
  refused: "Er is niets gewijzigd. Probeer het opnieuw vanuit uw eigen account.",
  stop: "Stoppen",
  overHeading: "Je handelt niet meer als een andere gebruiker",
  overText: "Je gaat verder als {name}.",
  goOn: "Doorgaan",
  act: "Als deze gebruiker handelen",
  actText: "Je ziet {app} {time} lang zoals deze gebruiker.",
  past: "Het supportteam van {app} heeft het account gebruikt",
};
