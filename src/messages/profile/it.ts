/**
 * The messages about the profile in Italian.
 *
 * @module
 */

import type { ProfileMessages } from "../profile_types.ts";

/** The part of the account page. */
export const profile: ProfileMessages = {
  heading: "Profilo",
  about: "Su di te",
  name: "Nome",
  optional: "Facoltativo",
  followed: "Il nome e l’immagine vengono dal servizio con cui accedi. Modificali lì, poi accedi di nuovo.",
  saved: "Il profilo è stato salvato.",
  language: "Lingua",
  ofBrowser: "Come nel browser",
  changed: "Profilo modificato",
  picture: "Immagine",
  pictureLabel: "Scegli un’immagine",
  pictureRule: "PNG, JPEG, WebP o GIF di {size} al massimo.",
  errors: {
    required: "Compila questo campo.",
    tick: "Seleziona questa casella.",
    tooLong: "Usa al massimo {count} caratteri.",
    url: "Inserisci un indirizzo web che inizi con https.",
    date: "Inserisci una data.",
    choice: "Scegli una voce dell’elenco.",
  },
};
