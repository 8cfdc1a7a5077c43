/**
 * The messages in Italian.
 *
 * @module
 */

import { account } from "./account/it.ts";
import { activity } from "./activity/it.ts";
import { deletion, deletionMails } from "./deletion/it.ts";
import { emailChange, emailChangeMails } from "./email_change/it.ts";
import { password, passwordMails, securityMails } from "./passwords/it.ts";
import { signUp } from "./sign_up/it.ts";
import { userNames } from "./user_names/it.ts";
import { administration } from "./administration/it.ts";
import { profile } from "./profile/it.ts";
import type { Messages } from "./types.ts";

const AGAIN = "Riprova o scegli un altro modo per accedere.";
const BEFORE = "Se sei tu, accedi come prima. Altrimenti contattaci.";
const UNVERIFIED = "Esiste già un account con questo indirizzo, ma l’indirizzo non è mai stato confermato.";

/** The messages. */
export const it: Messages = {
  general: {
    back: "Torna a {app}",
    unknownError: { what: "L’accesso non è riuscito.", now: "Riprova." },
    errorTitle: "Errore: {title}",
    wait: "Attendi un momento.",
    waitTime: "Tempo di attesa: {time}",
    triesLeft: "Tentativi rimasti: {count}.",
    justNow: "un attimo fa",
    email: "E-mail",
    passkey: "Passkey",
    device: "{browser} su {system}",
    terms: "Termini",
    privacy: "Privacy",
    support: "Aiuto",
    otherWay: "Accedi in un altro modo",
    keptForm: {
      heading: "Ancora un passaggio",
      text: "Il modulo non è stato ancora inviato.",
      button: "Invia",
      page: "Pagina",
      filledIn: "Compilato",
      files: "I file non vengono conservati. Selezionali di nuovo.",
      discard: "Scarta",
    },
  },
  signIn: {
    heading: "Accedi",
    headingNamed: "Accedi a {app}",
    purpose: "per continuare su {app}",
    headingToAdd: "Aggiungi un modo per accedere",
    purposeToAdd: "al tuo account su {app}",
    current: "Hai effettuato l’accesso come {person}.",
    currentNameless: "Hai effettuato l’accesso.",
    another: "Puoi anche accedere con un altro account.",
    adding: "Ciò che scegli qui darà accesso a questo account.",
    button: "Continua con {provider}",
    signUp: "Registrati con {provider}",
    address: "Indirizzo e-mail",
    addressExample: "nome@example.com",
    password: "Password",
    continue: "Continua",
    submit: "Accedi",
    forgotPassword: "Password dimenticata?",
    showPassword: "Mostra la password",
    sendMail: "Inviami un link di accesso",
    sendMailWith: "Inviami un link di accesso con {provider}",
    usePasskey: "Accedi con una passkey",
    createPasskey: "Registrati con una passkey",
    addPasskey: "Aggiungi una passkey",
    passkeyNeedsScript: "Le passkey richiedono JavaScript.",
    lastUsed: "Ultimo utilizzo",
    more: "Altri modi per accedere",
    newHere: "Prima volta qui?",
    register: "Crea un account",
    or: "oppure",
    nothingToAdd: "Non puoi aggiungere altro.",
    noProvider: {
      what: "Non c’è ancora nessun modo per accedere.",
      now: "Se gestisci questo sito, aggiungi un provider alla configurazione.",
    },
  },
  signInErrors: {
    AccountNotLinked: {
      what: "Quella passkey, o il suo indirizzo, appartiene a un altro utente.",
      now: BEFORE,
    },
    CredentialsSignin: { what: "I dati inseriti non sono corretti.", now: "Controllali e riprova." },
    EmailSignInError: {
      what: "Non è stato possibile inviare l’e-mail.",
      now: "Riprova tra poco.",
    },
    InvalidCheck: {
      what: "L’accesso ha richiesto troppo tempo o è iniziato in un altro browser.",
      now: "Ricomincia da qui. Se succede di nuovo, consenti i cookie.",
    },
    InvalidEmail: { what: "Inserisci un indirizzo e-mail valido.", now: "Controllalo e riprova." },
    InvalidProvider: {
      what: "Questo modo di accedere non è disponibile.",
      now: "Scegline uno qui sotto.",
    },
    MissingCSRF: {
      what: "La pagina è rimasta aperta troppo a lungo o i cookie sono bloccati.",
      now: "Consenti i cookie e riprova.",
    },
    OAuthAccountNotLinked: {
      what: "Quell’account, o il suo indirizzo, appartiene a un altro utente.",
      now: BEFORE,
    },
    OAuthCallbackError: { what: "L’accesso è stato annullato o rifiutato.", now: AGAIN },
    OAuthProfileParseError: {
      what: "Il servizio scelto non ha fornito abbastanza dati sul tuo account.",
      now: AGAIN,
    },
    OtherAccount: { what: "L’account scelto non è quello collegato.", now: AGAIN },
    ProviderResponseError: {
      what: "La risposta del servizio scelto non è attendibile.",
      now: AGAIN,
    },
    ProviderUnavailable: { what: "Il servizio scelto non risponde.", now: AGAIN },
    RateLimited: {
      what: "Ci sono stati troppi tentativi.",
      now: "Attendi un po’, poi riprova, oppure accedi in un altro modo.",
    },
    ReconnectRequired: {
      what: "Il collegamento a quel servizio è terminato.",
      now: "Accedi di nuovo con quel servizio.",
    },
    ReconnectRequiredWithName: {
      what: "Il collegamento con {provider} è terminato.",
      now: "Accedi di nuovo con {provider}.",
    },
    ServerBusy: {
      what: "Al momento il server è molto occupato.",
      now: "Attendi qualche secondo, poi riprova.",
    },
    SessionNotFresh: { what: "Conferma di essere tu.", now: "Accedi di nuovo per continuare." },
    SessionRequired: {
      what: "Per vedere quella pagina devi effettuare l’accesso.",
      now: "Scegli come accedere.",
    },
    TooManyWrongCodes: { what: "Sono stati inseriti troppi codici errati.", now: "Ricomincia da qui." },
    UserChanged: { what: "L’account è cambiato durante l’accesso.", now: AGAIN },
    UserNotVerified: {
      what: UNVERIFIED,
      now:
        "Accedi come prima, poi richiedi di nuovo qui un’e-mail per confermare l’indirizzo. Se non hai creato tu quell’account, contattaci.",
    },
    UserNotVerifiedWithWays: {
      what: UNVERIFIED,
      now:
        "Accedi con {ways}, poi richiedi di nuovo qui un’e-mail per confermare l’indirizzo. Se non hai creato tu quell’account, contattaci.",
    },
    WebAuthnVerificationError: { what: "Non è stato possibile verificare la tua passkey.", now: AGAIN },
  },
  challenge: {
    needsScript: "Questo modulo richiede JavaScript.",
    errors: {
      ChallengeFailed: { what: "Non è stato possibile verificare che sei una persona.", now: "Riprova." },
    },
  },
  signOut: {
    headingSignedOut: "Sessione chiusa",
    textSignedOut: "Nessuno ha effettuato l’accesso a {app} in questo browser.",
    signIn: "Accedi",
    heading: "Vuoi uscire?",
    text: "La tua sessione su {app} in questo browser verrà chiusa.",
    button: "Esci",
    stay: "Mantieni aperta la sessione",
  },
  verifyRequest: {
    heading: "Controlla la posta",
    sentLinkAndCode: "Abbiamo inviato un link e un codice a {email}. Apri il link o inserisci qui il codice.",
    sentLink: "Abbiamo inviato un link di accesso a {email}. Aprilo per accedere.",
    again: "Invia di nuovo",
    againLater: "Invia di nuovo tra {seconds} s",
    sentAgain: "Ti abbiamo inviato un’altra e-mail. Vale la più recente.",
    tooEarly: "Attendi {seconds} s prima di chiedere un’altra e-mail.",
    otherAddress: "Usa un altro indirizzo",
    link: "Ti abbiamo inviato un link per accedere a {app}. Aprilo per accedere.",
    nothing: "Non è arrivato nulla dopo qualche minuto? Guarda nella cartella dello spam.",
    code: "Codice",
    codeFormat: "Otto cifre",
    button: "Accedi",
    InvalidCode: {
      what: "Il codice non è corretto.",
      now: "Confrontalo con l’e-mail più recente e riprova.",
    },
  },
  confirmation: {
    heading: "Sei tu?",
    question: "Vuoi accedere a {app} come {email}?",
    button: "Accedi",
    note:
      "Se non hai richiesto questo link, o se questo non è il tuo indirizzo, non continuare: il link da " +
      "solo non fa accedere nessuno.",
    no: "No, non sono io",
    headingSignedIn: "Hai già effettuato l’accesso",
  },
  link: {
    heading: "Aggiungere al tuo account?",
    text: "Hai effettuato l’accesso come {current} e hai appena usato {provider}.",
    textWithName: "Hai effettuato l’accesso come {current} e hai appena usato {provider} come {proven}.",
    nameless: "qualcuno senza nome",
    add: "Aggiungi {provider} all’account di {current}",
    addNameless: "Aggiungi {provider} a questo account",
    switch: "Continua come {proven}",
    switchNameless: "Continua come un’altra persona",
    note:
      "Se lo aggiungi, {account} darà accesso all’account di {current}. Aggiungilo solo se entrambi sono tuoi.",
    noteNameless:
      "Se lo aggiungi, {account} darà accesso al tuo account attuale. Aggiungilo solo se entrambi sono tuoi.",
    cancel: "Annulla",
  },
  takenOver: {
    heading: "Il tuo indirizzo è confermato",
    text: "Esisteva già un account con questo indirizzo, e ora solo tu puoi accedervi.",
    done: "Che cosa abbiamo fatto",
    removed: "Rimosso",
    signedOut: "Tutti gli altri browser sono stati disconnessi",
    advice: "Se uno di questi era tuo, puoi configurarlo di nuovo.",
    again: "Configura di nuovo",
    button: "Continua",
  },
  account,
  activity,
  deletion,
  deletionMails,
  emailChange,
  emailChangeMails,
  profile,
  signUp,
  userNames,
  administration,
  error: {
    AccessDenied: {
      heading: "Non hai accesso",
      text: "Il tuo account non può accedere qui. Usane un altro o rivolgiti a chi gestisce questo sito.",
      button: "Usa un altro account",
    },
    Configuration: {
      heading: "L’accesso non funziona",
      text:
        "Questo sito non è configurato correttamente. Se lo gestisci, nel log del sito è indicato che cosa cambiare.",
    },
    UserNotStored: {
      heading: "Questo non è possibile su questo sito",
      text: "Rivolgiti a chi gestisce questo sito.",
    },
    ServerError: {
      heading: "Qualcosa è andato storto",
      text: "La colpa è nostra, non tua. Riprova tra poco.",
      button: "Riprova",
    },
    Verification: {
      heading: "Questo link non è più valido",
      text:
        "Il link e il codice di un’e-mail valgono una volta sola, per poco tempo, e non dopo troppi codici errati. Accedi di " +
        "nuovo per riceverne altri.",
      button: "Accedi di nuovo",
    },
    unknown: {
      heading: "Qualcosa è andato storto",
      text: "Non hai effettuato l’accesso. Riprova.",
      button: "Accedi",
    },
  },
  passkey: {
    Configuration:
      "Le passkey non sono configurate correttamente su questo sito. Se lo gestisci, nel log del sito è indicato che cosa cambiare.",
    InvalidEmail: "Inserisci un indirizzo e-mail valido, ad esempio nome@example.com.",
    InvalidStateError: "Questo dispositivo ha già una tua passkey. Usala per accedere.",
    NotAllowedError:
      "Non è stata usata nessuna passkey: l’operazione è stata annullata o ha richiesto troppo tempo. Riprova.",
    NotSupportedError: "Questo dispositivo non può creare una passkey per questo sito.",
    SecurityError: "Questo sito non può usare passkey a questo indirizzo.",
    "Invalid request": "Prima accedi. Per registrarti, compila il modulo.",
    Unsupported:
      "Questo browser non supporta le passkey. Usa un altro browser o scegli un altro modo per accedere.",
    unknown: "Non ha funzionato. Riprova tra poco.",
  },
  passkeyOffer: {
    heading: "Accedi più in fretta la prossima volta",
    text:
      "Con una passkey accedi con l’impronta digitale, il volto o il PIN. Non devi ricordare nulla né aspettare un’email.",
    button: "Crea una passkey",
    skip: "Non ora",
  },
  mail: {
    subject: "Accedi a {app}",
    preheader: "Ecco il link e il codice per accedere.",
    openLink: "Apri questo link:",
    button: "Accedi",
    typeCode: "Oppure inserisci questo codice nella pagina che lo chiede:",
    lifetime: "Entrambi valgono {lifetime} e una volta sola.",
    asked: "Richiesta: {details}",
    copyLink: "Il pulsante non funziona? Copia questo indirizzo nel browser:",
    warning: "Non dare mai il link o il codice a nessuno, nemmeno a chi dice di lavorare per {app}.",
    warningLink: "Non dare mai il link a nessuno, nemmeno a chi dice di lavorare per {app}.",
    warningCode: "Non dare mai il codice a nessuno, nemmeno a chi dice di lavorare per {app}.",
    ignore: "Se non hai richiesto questa e-mail, ignorala: senza, nessuno può accedere.",
    reason: "Ricevi questa e-mail perché qualcuno ha usato il tuo indirizzo su {app}.",
    accountReason: "Questa e-mail riguarda la sicurezza del tuo account {app}.",
  },
  password,
  passwordMails,
  securityMails,
};
