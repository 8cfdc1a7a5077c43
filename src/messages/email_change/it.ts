/**
 * The messages about another email address of an account in Italian.
 *
 * @module
 */

import type { EmailChangeMailsMessages, EmailChangeMessages } from "../email_change_types.ts";

/** The card of the account page, and the pages behind its emails. */
export const emailChange: EmailChangeMessages = {
  heading: "Indirizzo e-mail",
  none: "Il tuo account non ha un indirizzo e-mail.",
  change: "Cambia",
  changeHeading: "Cambia il tuo indirizzo e-mail",
  changeText: "Invieremo un link al nuovo indirizzo. Non cambia nulla finché non lo apri.",
  newAddress: "Nuovo indirizzo e-mail",
  send: "Invia il link",
  sent: "Abbiamo inviato un link al nuovo indirizzo. Aprilo per completare.",
  changed: "Il tuo indirizzo e-mail è stato cambiato.",
  confirmHeading: "Usare questo indirizzo?",
  confirmText:
    "{email} sarà l’indirizzo del tuo account {app}. Tutti gli altri browser verranno disconnessi.",
  confirmButton: "Usa questo indirizzo",
  undoHeading: "Recuperare il tuo vecchio indirizzo?",
  undoText:
    "{email} sarà di nuovo l’indirizzo del tuo account {app}. Tutti i browser verranno disconnessi e ciò che è stato aggiunto dopo il cambio verrà rimosso: modi per accedere, una password, la verifica in due passaggi.",
  undoButton: "Recupera l’indirizzo",
  undoneHeading: "Il tuo vecchio indirizzo è stato ripristinato",
  undoneText: "Usalo per accedere, poi controlla i tuoi modi per accedere.",
  overHeading: "Questo link non è più valido",
  overText: "È già stato usato, è troppo vecchio, oppure l’account è cambiato nel frattempo.",
  errors: {
    InvalidNewEmail: {
      what: "Non è un nuovo indirizzo e-mail.",
      now: "Controlla ciò che hai scritto e riprova.",
    },
    EmailInUse: {
      what: "Un altro account ha questo indirizzo.",
      now: "Usane un altro oppure accedi a quell’account.",
    },
    TooManyEmails: { what: "Abbiamo inviato troppe e-mail.", now: "Attendi un’ora, poi riprova." },
  },
};

/** The emails. */
export const emailChangeMails: EmailChangeMailsMessages = {
  emailChange: {
    subject: "Conferma il tuo nuovo indirizzo per {app}",
    intro: "Qualcuno vuole usare questo indirizzo per il proprio account {app}.",
    openLink: "Se sei tu, apri questo link nel browser in cui hai effettuato l’accesso:",
    button: "Conferma il mio indirizzo",
    ignore: "Se non sei tu, ignora questa e-mail: senza, non cambia nulla.",
  },
  emailChanged: {
    subject: "Il tuo indirizzo e-mail su {app} è stato cambiato",
    intro: "L’indirizzo e-mail del tuo account {app} è stato cambiato: {details}.",
    openLink:
      "Se la modifica non è tua, apri questo link entro {time} per recuperare il tuo vecchio indirizzo:",
    button: "Non ero io",
    ignore: "Se la modifica è tua, ignora questa e-mail.",
  },
  emailAdopted: {
    subject: "Il tuo account {app} ha un nuovo indirizzo e-mail",
    intro: "Il tuo account {app} ora ha questo indirizzo ({details}).",
    openLink: "Apri questo link per vedere il tuo account:",
    button: "Controlla il mio account",
    ignore: "Se la modifica è tua, ignora questa e-mail.",
  },
  emailRestored: {
    subject: "Il tuo account {app} ha di nuovo il vecchio indirizzo",
    intro: "Il cambio dell’indirizzo e-mail del tuo account {app} è stato annullato: {details}.",
    openLink: "Apri questo link per vedere il tuo account:",
    button: "Controlla il mio account",
    ignore:
      "Chi l’ha fatto ha accesso alla casella del vecchio indirizzo. Tutti i browser sono stati disconnessi.",
  },
};
