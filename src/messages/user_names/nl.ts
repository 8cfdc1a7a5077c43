/**
 * The messages about user names in Dutch.
 *
 * @module
 */

import type { UserNamesMessages } from "../user_names_types.ts";

/** The card of the account page, and fields for a name. */
export const userNames: UserNamesMessages = {
  label: "Gebruikersnaam",
  addressOrName: "E-mailadres of gebruikersnaam",
  optionalAddress: "E-mailadres (optioneel)",
  withoutAddress:
    "Zonder adres kom je er niet meer in als je je wachtwoord vergeet. Voeg een passkey toe zodra je bent ingelogd.",
  none: "Je hebt nog geen gebruikersnaam.",
  choose: "Kiezen",
  chooseHeading: "Kies een gebruikersnaam",
  chooseText: "Je kunt ermee inloggen. Anderen kunnen hem zien.",
  change: "Wijzigen",
  changeHeading: "Wijzig je gebruikersnaam",
  changeText: "Je logt dan in met de nieuwe. De oude werkt niet meer.",
  wait: "Je kunt hem weer wijzigen op {date}.",
  changed: "Je gebruikersnaam is gewijzigd.",
  errors: {
    length: { what: "Die gebruikersnaam is te kort of te lang.", now: "Gebruik {min} tot {max} tekens." },
    characters: {
      what: "Die gebruikersnaam bevat tekens die niet mogen.",
      now: "Gebruik letters van één alfabet, cijfers, punten, streepjes en onderstrepingstekens.",
    },
    taken: { what: "Die gebruikersnaam is bezet.", now: "Kies een andere." },
    tooSoon: {
      what: "Je hebt je gebruikersnaam kort geleden gewijzigd.",
      now: "Probeer het opnieuw vanaf {date}.",
    },
  },
};
