/**
 * The messages about passwords in Italian.
 *
 * @module
 */

import type { PasswordMailsMessages, PasswordMessages, SecurityMailsMessages } from "../password_types.ts";

/** The pages. */
export const password: PasswordMessages = {
  signUpHeading: "Crea un account",
  signUpHeadingNamed: "Crea un account su {app}",
  signUpButton: "Crea account",
  unverified:
    "La password è corretta. Questo indirizzo non è mai stato confermato: confermalo con l’e-mail per accedere.",
  unknownBrowser:
    "Non conosciamo ancora questo browser. Per accedere, inserisci il codice che abbiamo inviato a {email}.",
  agreement: "Creando un account, accetti: {documents}",
  haveAccount: "Hai già un account?",
  signIn: "Accedi",
  hint: "Almeno {count} caratteri. Alcune parole di seguito sono sicure e facili da ricordare.",
  typed: "{typed} di {count} caratteri.",
  longEnough: "Lunghezza sufficiente.",
  forgotHeading: "Imposta una nuova password",
  forgotText: "Inserisci il tuo indirizzo e-mail. Ti invieremo un link per scegliere una nuova password.",
  forgotButton: "Inviami un link",
  chooseHeading: "Scegli una password",
  chooseText: "Per l’account di {email}. L’accesso avverrà subito dopo.",
  chooseTextWithCode:
    "Abbiamo inviato un link e un codice a {email}. Apri il link o inserisci qui il codice e una nuova " +
    "password.",
  chooseButton: "Salva e accedi",
  keepHeading: "Questa password è tua?",
  keepText:
    "L’account di {email} ha una password precedente alla conferma di questo indirizzo. Se l’hai scelta " +
    "tu, inseriscila e resterà valida.",
  keepButton: "Mantieni questa password",
  keepWrong:
    "Se è errata viene rimossa, perché potrebbe averla impostata un estraneo. Poi potrai sceglierne una " +
    "nuova.",
  keepOther: "Se non ne hai mai scelta una, ottieni un nuovo account e l’altro non ha più questo indirizzo.",
  keepNever: "Non ho mai scelto una password",
  removed: "La password precedente è stata rimossa. Puoi sceglierne una nuova.",
  changeHeading: "Cambia la password",
  addHeading: "Aggiungi una password",
  changeText: "Tutti gli altri browser verranno disconnessi.",
  currentPassword: "Password attuale",
  newPassword: "Nuova password",
  changeButton: "Salva la password",
  cancel: "Annulla",
  change: "Cambia la password",
  add: "Aggiungi una password",
  setAt: "Data di impostazione: {date}",
  changed: "La password è stata salvata. Tutti gli altri browser sono stati disconnessi.",
  errors: {
    TooShort: {
      what: "Quella password è troppo corta.",
      now: "Usa almeno {count} caratteri, ad esempio alcune parole di seguito.",
    },
    TooLong: { what: "Quella password è troppo lunga.", now: "Usa al massimo 1024 caratteri." },
    TooCommon: {
      what: "Quella password è una delle prime che gli estranei provano.",
      now: "Scegline un’altra, ad esempio alcune parole senza legami tra loro.",
    },
    Leaked: {
      what: "Quella password è comparsa in una fuga di dati.",
      now: "Scegline un’altra e sostituisci quella ovunque tu la usi.",
    },
    WrongPassword: { what: "Quella non è la tua password attuale.", now: "Controllala e riprova." },
  },
};

/** The mails. */
export const passwordMails: PasswordMailsMessages = {
  confirm: {
    subject: "Conferma il tuo indirizzo per {app}",
    intro:
      "Ti diamo il benvenuto su {app}. Conferma che questo indirizzo è tuo e il tuo account sarà pronto.",
    openLink: "Apri questo link per confermare il tuo indirizzo:",
    button: "Conferma l’indirizzo",
    ignore: "Se non hai creato un account, ignora questa e-mail: senza, non verrà creato nessun account.",
  },
  exists: {
    subject: "Hai già un account su {app}",
    intro: "Qualcuno, forse tu, voleva creare un account su {app} con questo indirizzo. Ne hai già uno: " +
      "accedi come sempre. Se hai dimenticato la password, scegline una nuova.",
    openLink: "Apri questo link per scegliere una nuova password:",
    button: "Scegli una nuova password",
    ignore: "Se non eri tu, ignora questa e-mail: non è cambiato nulla.",
  },
  reset: {
    subject: "Imposta una nuova password per {app}",
    intro: "Scegli una nuova password per il tuo account su {app}. Tutti gli altri browser verranno allora " +
      "disconnessi.",
    openLink: "Apri questo link per scegliere una nuova password:",
    button: "Scegli una nuova password",
    ignore: "Se non hai richiesto questa e-mail, ignorala: la tua password non è cambiata.",
  },
  noAccount: {
    subject: "Nessun account su {app} con questo indirizzo",
    intro: "Qualcuno, forse tu, ha richiesto una nuova password su {app}, ma non c’è nessun account con " +
      "questo indirizzo. Forse hai usato un altro indirizzo o un altro modo per accedere.",
    openLink: "Apri questo link per creare un account:",
    button: "Crea un account",
    ignore: "Se non eri tu, ignora questa e-mail: non è successo nulla.",
  },
  unknownBrowser: {
    subject: "Conferma il tuo accesso a {app}",
    intro: "Qualcuno, forse tu, ha inserito la tua password di {app} in un browser che non conosciamo.",
    openLink: "Se non eri tu, qualcuno conosce la tua password. Apri questo link per sceglierne una nuova:",
    button: "Scegli una nuova password",
    typeCode: "Se eri tu, inserisci questo codice in quel browser:",
    ignore: "Se non eri tu, scegli subito una nuova password. Senza il codice nessuno può accedere da lì.",
  },
};

const LOOK = {
  openLink: "Apri questo link per vedere tutti i metodi di accesso:",
  button: "Non ero io",
  ignore:
    "Se la modifica è tua, ignora questa e-mail. Altrimenti esci subito da tutti gli altri dispositivi.",
};

/** The mails that tell a user what has happened to their account. */
export const securityMails: SecurityMailsMessages = {
  newDevice: {
    subject: "Nuovo accesso a {app}",
    intro:
      "Qualcuno ha effettuato l’accesso al tuo account {app} con un browser che non conosciamo: {details}.",
    openLink: "Apri questo link per vedere i tuoi accessi:",
    button: "Non ero io",
    ignore:
      "Se l’accesso è tuo, ignora questa e-mail. Altrimenti esci subito da tutti gli altri dispositivi.",
  },
  passwordChanged: {
    subject: "La tua password di {app} è nuova",
    intro:
      "La password del tuo account {app} è stata impostata: {details}. Tutti gli altri browser sono stati disconnessi.",
    openLink: "Se la modifica non è tua, apri questo link per scegliere un’altra password:",
    button: "Scegli un’altra password",
    otherButton: "Vedi il mio account",
    ignore: "Se la modifica è tua, ignora questa e-mail.",
  },
  wayAdded: {
    subject: "Nuovo metodo di accesso a {app}",
    intro: "Un metodo di accesso è stato aggiunto al tuo account {app}: {way} ({details}).",
    ...LOOK,
  },
  wayRemoved: {
    subject: "Un metodo di accesso a {app} è stato rimosso",
    intro: "Un metodo di accesso è stato rimosso dal tuo account {app}: {way} ({details}).",
    ...LOOK,
  },
};
