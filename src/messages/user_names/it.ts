/**
 * The messages about user names in Italian.
 *
 * @module
 */

import type { UserNamesMessages } from "../user_names_types.ts";

/** The card of the account page, and fields for a name. */
export const userNames: UserNamesMessages = {
  label: "Nome utente",
  addressOrName: "Email o nome utente",
  optionalAddress: "Email (facoltativa)",
  withoutAddress:
    "Senza un indirizzo, non potrai più entrare se dimentichi la password. Aggiungi una passkey dopo l’accesso.",
  none: "Non hai ancora un nome utente.",
  choose: "Scegli",
  chooseHeading: "Scegli un nome utente",
  chooseText: "Puoi usarlo per accedere. Altre persone potrebbero vederlo.",
  change: "Cambia",
  changeHeading: "Cambia il tuo nome utente",
  changeText: "Accederai con quello nuovo. Quello vecchio non funzionerà più.",
  wait: "Potrai cambiarlo di nuovo il {date}.",
  changed: "Il tuo nome utente è stato cambiato.",
  errors: {
    length: {
      what: "Questo nome utente è troppo corto o troppo lungo.",
      now: "Usa da {min} a {max} caratteri.",
    },
    characters: {
      what: "Questo nome utente contiene caratteri non ammessi.",
      now: "Usa lettere di un solo alfabeto, cifre, punti, trattini e trattini bassi.",
    },
    taken: { what: "Questo nome utente è già in uso.", now: "Scegline un altro." },
    tooSoon: { what: "Hai cambiato il tuo nome utente da poco.", now: "Riprova dal {date}." },
  },
};
