/**
 * The messages about the second factor in Italian.
 *
 * @module
 */

import type { SecondFactorWords } from "../second_factor_types.ts";

/** The messages. */
export const words: SecondFactorWords = {
  secondFactor: {
    askHeading: "Conferma di essere tu",
    askText: "Ancora un passaggio e avrai effettuato l’accesso a {app}.",
    stepUpHeading: "Conferma di nuovo di essere tu",
    stepUpText: "Hai effettuato l’accesso a {app}. Quello che vuoi fare richiede anche il secondo " +
      "passaggio.",
    code: "Codice della tua app di autenticazione",
    codeFormat: "Sei cifre",
    confirm: "Conferma",
    remember: "Non chiedere su questo dispositivo per {time}",
    usePasskey: "Passkey o chiave di sicurezza",
    useRecoveryCode: "Usa un codice di recupero",
    recoveryCode: "Codice di recupero",
    recoveryNote: "Ne hai conservati dieci quando hai attivato la verifica. Ognuno vale una volta.",
    lost: "Non hai più nulla di tutto questo? Rivolgiti a chi gestisce questo sito.",
    never: "Non l’ho mai attivata",
    neverEffect: "Ottieni un nuovo account e l’altro non ha più questo indirizzo.",
    neverNow: "Continua con un nuovo account",
    setupHeading: "Attiva la verifica in due passaggi",
    setupText: "Da quel momento l’accesso richiede un secondo passaggio: un codice mostrato da " +
      "un’app sul tuo telefono.",
    requiredText: "{app} chiede un secondo passaggio: un codice mostrato da un’app sul tuo " +
      "telefono.",
    getApp: "Installa un’app di autenticazione o usa il tuo gestore di password.",
    scan: "Scansiona questo codice QR con l’app.",
    qrLabel: "Codice QR con la chiave per la tua app",
    orKey: "Oppure inserisci questa chiave nell’app:",
    typeKey: "Inserisci questa chiave in un’app di autenticazione o nel tuo gestore di password:",
    addAccount: "Aggiungi il tuo account all’app.",
    openApp: "Apri nell’app di autenticazione",
    otherDevice: "App su un altro dispositivo",
    firstCode: "Inserisci il codice mostrato dall’app.",
    turnOn: "Attiva",
    passkeysText: "Oppure usa come secondo passaggio le passkey e le chiavi di sicurezza che hai già.",
    usePasskeys: "Usa le mie passkey",
    mailHeading: "Prima conferma il tuo indirizzo",
    mailText: "Abbiamo inviato un codice a {email}. Inseriscilo qui e poi configura il secondo passaggio.",
    mailCode: "Codice ricevuto per e-mail",
    codesHeading: "Conserva i tuoi codici di recupero",
    codesText: "Se perdi il telefono, ognuno di questi codici lo sostituisce una volta. Stampali o " +
      "conservali dove puoi trovarli senza il telefono. Vengono mostrati solo ora.",
    replaced: "I codici precedenti non valgono più.",
    codesOf: "{account} su {app}, {date}",
    stored: "Li ho conservati",
    copy: "Copia",
    copied: "Copiato",
    download: "Scarica",
    print: "Stampa",
    heading: "Verifica in due passaggi",
    offText: "È disattivata. Con un secondo passaggio, nessuno può accedere solo con il primo.",
    requiredNote: "{app} chiede un secondo passaggio, quindi resta attivata.",
    app: "App di autenti\u00adcazione",
    changeApp: "Usa un’altra app",
    changeAppText: "La nuova app sostituisce quella precedente. I codici di recupero restano validi e il " +
      "secondo passaggio viene richiesto di nuovo su tutti i dispositivi.",
    addApp: "Aggiungi un’app",
    since: "Data di attivazione: {date}",
    passkeysToo: "Valgono anche come secondo passaggio",
    recoveryCodes: "Codici di recupero",
    codesLeft: "Rimasti: {count}",
    fewLeft: "Ti sono rimasti pochi codici di recupero. Creane di nuovi prima di averne bisogno.",
    lostApp: "Hai perso il telefono?",
    newCodes: "Crea nuovi codici",
    newCodesEffect: "I codici precedenti non varranno più.",
    turnOff: "Disattiva",
    turnOffEffect: "Per accedere basterà la tua password, o ciò che usi al suo posto.",
    turnOffNow: "Disattiva ora",
    devices: "Dispositivi senza il secondo passaggio",
    until: "Fino a: {date}",
    forget: "Chiedi di nuovo",
    forgetNamed: "Chiedi di nuovo su {name}",
    done: {
      "second-factor-on": "La verifica in due passaggi è attivata.",
      "recovery-codes-shown": "I codici di recupero sono già stati mostrati e vengono mostrati una " +
        "sola volta. Se non li hai conservati, creane di nuovi.",
      "recovery-codes-replaced": "Hai nuovi codici di recupero. I precedenti non valgono più.",
      "new-authenticator": "La nuova app di autenticazione è configurata.",
      "second-factor-off": "La verifica in due passaggi è disattivata.",
      "device-forgotten": "Su quel dispositivo il secondo passaggio verrà chiesto di nuovo.",
    },
    errors: {
      InvalidSecondFactor: {
        what: "Il codice non è corretto o è già stato usato.",
        now: "Attendi il codice successivo e inseriscilo mentre l’app lo mostra.",
      },
      InvalidRecoveryCode: {
        what: "Il codice di recupero non è corretto o è già stato usato.",
        now: "Confrontalo con quelli che hai conservato o inseriscine un altro.",
      },
      InvalidCheck: {
        what: "Ha richiesto troppo tempo o è iniziato in un altro browser.",
        now: "Ricomincia. Se succede di nuovo, consenti i cookie.",
      },
      LastFactor: {
        what: "Quella passkey è il tuo secondo passaggio.",
        now: "Configura un’app di autenticazione, o disattiva il secondo passaggio, prima di rimuoverla.",
      },
      SecondFactorRequired: {
        what: "Questo sito ti chiede un secondo passaggio.",
        now: "Rivolgiti a chi gestisce il sito se devi disattivarlo.",
      },
    },
  },
  secondFactorMails: {
    secondFactorOn: {
      subject: "La verifica in due passaggi su {app} è attivata",
      intro: "La verifica in due passaggi del tuo account {app} è stata attivata: {details}.",
      openLink: "Se la modifica non è tua, apri questo link per vedere i tuoi accessi:",
      button: "Non ero io",
      ignore: "Se la modifica è tua, ignora questa e-mail.",
    },
    newAuthenticator: {
      subject: "Nuova app di autenticazione su {app}",
      intro: "I codici del tuo account {app} arrivano ora da una nuova app di autenticazione: {details}.",
      openLink: "Se la modifica non è tua, apri questo link per vedere i tuoi accessi:",
      button: "Non ero io",
      ignore: "Se l’accesso è tuo, ignora questa e-mail. Altrimenti esci subito da tutti gli altri " +
        "dispositivi.",
    },
    secondFactorOff: {
      subject: "La verifica in due passaggi su {app} è disattivata",
      intro: "La verifica in due passaggi del tuo account {app} è stata disattivata: {details}.",
      openLink: "Se la modifica non è tua, apri questo link per attivarla di nuovo:",
      button: "Non ero io",
      ignore: "Se la modifica è tua, ignora questa e-mail. Altrimenti esci subito da tutti gli altri " +
        "dispositivi.",
    },
    secondFactorReset: {
      subject: "La tua verifica in due passaggi su {app} è stata disattivata",
      intro: "Chi gestisce {app} ha disattivato la verifica in due passaggi del tuo account: {details}.",
      openLink: "Apri questo link per attivarla di nuovo:",
      button: "Vedi il mio account",
      ignore: "Se lo hai chiesto tu, ignora questa e-mail. Altrimenti chiedi subito chi è stato.",
    },
    recoveryCodeUsed: {
      subject: "È stato usato un codice di recupero su {app}",
      intro: "Qualcuno ha effettuato l’accesso al tuo account {app} con uno dei tuoi codici di " +
        "recupero: {details}.",
      openLink: "Apri questo link per vedere i tuoi accessi e per creare nuovi codici:",
      button: "Vedi il mio account",
      ignore: "Se l’accesso è tuo, ignora questa e-mail. Altrimenti esci subito da tutti gli altri " +
        "dispositivi.",
    },
    recoveryCodesReplaced: {
      subject: "Nuovi codici di recupero su {app}",
      intro: "Qualcuno ha creato nuovi codici di recupero per il tuo account {app}: {details}.",
      openLink: "Apri questo link per vedere i tuoi accessi e per creare nuovi codici:",
      button: "Non ero io",
      ignore: "Se l’accesso è tuo, ignora questa e-mail. Altrimenti esci subito da tutti gli altri " +
        "dispositivi.",
    },
    enrol: {
      subject: "Il tuo codice per {app}",
      intro: "Con questo codice configuri la verifica in due passaggi su {app}.",
      openLink: "Se hai chiuso la pagina che lo chiede, apri questo link:",
      button: "Apri la pagina",
      typeCode: "Inserisci questo codice nella pagina che lo chiede:",
      lifetime: "Vale {lifetime} e una volta sola.",
      ignore: "Se la richiesta non è tua, qualcuno conosce la tua password o usa un tuo account. " +
        "Senza questo codice non può proseguire. Cambia quella password.",
    },
  },
};
