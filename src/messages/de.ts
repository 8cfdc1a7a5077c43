/**
 * The messages in German.
 *
 * @module
 */

import { account } from "./account/de.ts";
import { activity } from "./activity/de.ts";
import { deletion, deletionMails } from "./deletion/de.ts";
import { emailChange, emailChangeMails } from "./email_change/de.ts";
import { password, passwordMails, securityMails } from "./passwords/de.ts";
import { signUp } from "./sign_up/de.ts";
import { userNames } from "./user_names/de.ts";
import { administration } from "./administration/de.ts";
import { profile } from "./profile/de.ts";
import type { Messages } from "./types.ts";

const AGAIN = "Versuchen Sie es noch einmal oder melden Sie sich anders an.";
const BEFORE = "Falls es Ihr Konto ist, melden Sie sich wie bisher an. Andernfalls wenden Sie sich an uns.";
const UNVERIFIED = "Mit dieser Adresse gibt es schon ein Konto, aber sie wurde nie bestätigt.";

/** The messages. */
export const de: Messages = {
  general: {
    back: "Zurück zu {app}",
    unknownError: { what: "Die Anmeldung ist fehlgeschlagen.", now: "Bitte versuchen Sie es noch einmal." },
    errorTitle: "Fehler: {title}",
    wait: "Bitte warten.",
    waitTime: "Wartezeit: {time}",
    triesLeft: "Verbleibende Versuche: {count}.",
    justNow: "gerade eben",
    email: "E-Mail",
    passkey: "Passkey",
    device: "{browser} auf {system}",
    terms: "Nutzungsbedingungen",
    privacy: "Datenschutz",
    support: "Hilfe",
    otherWay: "Anders anmelden",
    keptForm: {
      heading: "Noch ein Schritt",
      text: "Ihr Formular wurde noch nicht gesendet.",
      button: "Absenden",
      page: "Seite",
      filledIn: "Ausgefüllt",
      files: "Dateien bewahren wir nicht auf. Bitte wählen Sie sie erneut aus.",
      discard: "Verwerfen",
    },
  },
  signIn: {
    heading: "Anmelden",
    headingNamed: "Bei {app} anmelden",
    purpose: "um mit {app} fortzufahren",
    headingToAdd: "Anmeldemethode hinzufügen",
    purposeToAdd: "zu Ihrem Konto bei {app}",
    current: "Sie sind als {person} angemeldet.",
    currentNameless: "Sie sind angemeldet.",
    another: "Sie können sich auch mit einem anderen Konto anmelden.",
    adding: "Mit der Anmeldemethode, die Sie hier wählen, können Sie sich künftig bei diesem Konto anmelden.",
    button: "Weiter mit {provider}",
    signUp: "Mit {provider} registrieren",
    address: "E-Mail-Adresse",
    addressExample: "name@example.com",
    password: "Passwort",
    continue: "Weiter",
    submit: "Anmelden",
    forgotPassword: "Passwort vergessen?",
    showPassword: "Passwort anzeigen",
    sendMail: "Anmeldelink per E-Mail senden",
    sendMailWith: "Anmeldelink mit {provider} senden",
    usePasskey: "Mit Passkey anmelden",
    createPasskey: "Mit Passkey registrieren",
    addPasskey: "Passkey hinzufügen",
    passkeyNeedsScript: "Passkeys brauchen JavaScript.",
    lastUsed: "Zuletzt verwendet",
    more: "Weitere Anmeldemethoden",
    newHere: "Neu hier?",
    register: "Konto erstellen",
    or: "oder",
    nothingToAdd: "Sie haben bereits alles hinzugefügt.",
    noProvider: {
      what: "Es gibt noch keine Möglichkeit, sich anzumelden.",
      now: "Wenn Sie diese Website betreiben, fügen Sie der Konfiguration einen Anbieter hinzu.",
    },
  },
  signInErrors: {
    AccountNotLinked: {
      what: "Dieser Passkey oder seine Adresse gehört zu einer anderen Person.",
      now: BEFORE,
    },
    CredentialsSignin: {
      what: "Diese Angaben stimmen nicht.",
      now: "Prüfen Sie sie und versuchen Sie es noch einmal.",
    },
    EmailSignInError: {
      what: "Die E-Mail konnte nicht gesendet werden.",
      now: "Versuchen Sie es gleich noch einmal.",
    },
    InvalidCheck: {
      what: "Die Anmeldung hat zu lange gedauert oder wurde in einem anderen Browser begonnen.",
      now: "Beginnen Sie hier noch einmal. Wenn es wieder geschieht, erlauben Sie Cookies.",
    },
    InvalidEmail: {
      what: "Geben Sie eine gültige E-Mail-Adresse ein.",
      now: "Prüfen Sie sie und versuchen Sie es noch einmal.",
    },
    InvalidProvider: {
      what: "Diese Anmeldemethode wird nicht angeboten.",
      now: "Wählen Sie eine der folgenden.",
    },
    MissingCSRF: {
      what: "Die Seite war zu lange offen, oder Cookies sind blockiert.",
      now: "Erlauben Sie Cookies und versuchen Sie es noch einmal.",
    },
    OAuthAccountNotLinked: {
      what: "Dieses Konto oder seine Adresse gehört zu einer anderen Person.",
      now: BEFORE,
    },
    OAuthCallbackError: { what: "Die Anmeldung wurde abgebrochen oder abgelehnt.", now: AGAIN },
    OAuthProfileParseError: {
      what: "Der gewählte Dienst hat zu wenig über Ihr Konto mitgeteilt.",
      now: AGAIN,
    },
    OtherAccount: { what: "Das ist nicht das verbundene Konto.", now: AGAIN },
    ProviderResponseError: {
      what: "Die Antwort des gewählten Dienstes ist nicht vertrauenswürdig.",
      now: AGAIN,
    },
    ProviderUnavailable: { what: "Der gewählte Dienst antwortet nicht.", now: AGAIN },
    RateLimited: {
      what: "Es gab zu viele Versuche.",
      now: "Warten Sie etwas und versuchen Sie es dann noch einmal, oder melden Sie sich anders an.",
    },
    ReconnectRequired: { what: "Der Dienst ist nicht mehr verbunden.", now: "Melden Sie sich damit neu an." },
    ReconnectRequiredWithName: {
      what: "Die Verbindung mit {provider} besteht nicht mehr.",
      now: "Melden Sie sich noch einmal mit {provider} an.",
    },
    ServerBusy: {
      what: "Der Server ist im Moment stark ausgelastet.",
      now: "Warten Sie einige Sekunden und versuchen Sie es dann noch einmal.",
    },
    SessionNotFresh: {
      what: "Bitte bestätigen Sie Ihre Identität.",
      now: "Melden Sie sich noch einmal an, um fortzufahren.",
    },
    SessionRequired: {
      what: "Für diese Seite müssen Sie angemeldet sein.",
      now: "Wählen Sie, wie Sie sich anmelden.",
    },
    TooManyWrongCodes: { what: "Es gab zu viele falsche Codes.", now: "Beginnen Sie hier noch einmal." },
    UserChanged: { what: "Das Konto wurde während der Anmeldung geändert.", now: AGAIN },
    UserNotVerified: {
      what: UNVERIFIED,
      now:
        "Melden Sie sich so an wie bisher und fordern Sie dann hier noch einmal eine E-Mail an, um die Adresse zu bestätigen. Wenn Sie dieses Konto nicht angelegt haben, wenden Sie sich an uns.",
    },
    UserNotVerifiedWithWays: {
      what: UNVERIFIED,
      now:
        "Melden Sie sich mit {ways} an und fordern Sie dann hier noch einmal eine E-Mail an, um die Adresse zu bestätigen. Wenn Sie dieses Konto nicht angelegt haben, wenden Sie sich an uns.",
    },
    WebAuthnVerificationError: { what: "Ihr Passkey konnte nicht geprüft werden.", now: AGAIN },
  },
  challenge: {
    needsScript: "Dieses Formular braucht JavaScript.",
    errors: {
      ChallengeFailed: {
        what: "Wir konnten nicht feststellen, dass Sie ein Mensch sind.",
        now: "Bitte versuchen Sie es noch einmal.",
      },
    },
  },
  signOut: {
    headingSignedOut: "Sie sind abgemeldet",
    textSignedOut: "In diesem Browser ist niemand bei {app} angemeldet.",
    signIn: "Anmelden",
    heading: "Abmelden?",
    text: "Damit endet Ihre Sitzung bei {app} in diesem Browser.",
    button: "Abmelden",
    stay: "Angemeldet bleiben",
  },
  verifyRequest: {
    heading: "Prüfen Sie Ihr Postfach",
    sentLinkAndCode:
      "Wir haben einen Link und einen Code an {email} gesendet. Öffnen Sie den Link oder geben Sie den Code hier ein.",
    sentLink: "Wir haben einen Anmeldelink an {email} gesendet. Öffnen Sie ihn, um sich anzumelden.",
    again: "Erneut senden",
    againLater: "Erneut senden in {seconds} s",
    sentAgain: "Wir haben Ihnen eine weitere E-Mail gesendet. Es gilt die neueste.",
    tooEarly: "Warten Sie {seconds} s, bevor Sie eine weitere E-Mail anfordern.",
    otherAddress: "Andere Adresse verwenden",
    link: "Ein Anmeldelink für {app} ist unterwegs zu Ihnen. Öffnen Sie ihn, um sich anzumelden.",
    nothing: "Nach ein paar Minuten noch nichts da? Sehen Sie im Spam-Ordner nach.",
    code: "Code",
    codeFormat: "Acht Ziffern",
    button: "Anmelden",
    InvalidCode: {
      what: "Dieser Code stimmt nicht.",
      now: "Vergleichen Sie ihn mit der neuesten E-Mail und versuchen Sie es noch einmal.",
    },
  },
  confirmation: {
    heading: "Sind Sie das?",
    question: "Als {email} bei {app} anmelden?",
    button: "Anmelden",
    note: "Wenn Sie diesen Link nicht angefordert haben oder das nicht Ihre Adresse ist, fahren Sie nicht " +
      "fort: Der Link allein meldet niemanden an.",
    no: "Nein, das bin ich nicht",
    headingSignedIn: "Sie sind schon angemeldet",
  },
  link: {
    heading: "Zu Ihrem Konto hinzufügen?",
    text: "Sie sind als {current} angemeldet und haben gerade {provider} benutzt.",
    textWithName: "Sie sind als {current} angemeldet und haben gerade {provider} als {proven} benutzt.",
    nameless: "jemand ohne Namen",
    add: "{provider} zum Konto von {current} hinzufügen",
    addNameless: "{provider} zu diesem Konto hinzufügen",
    switch: "Als {proven} fortfahren",
    switchNameless: "Als andere Person fortfahren",
    note:
      "Wenn Sie es hinzufügen, können Sie sich künftig mit {account} beim Konto von {current} anmelden. Tun Sie das nur, wenn beide Ihnen gehören.",
    noteNameless:
      "Wenn Sie es hinzufügen, können Sie sich künftig mit {account} bei diesem Konto anmelden. Tun Sie das nur, wenn beide Ihnen gehören.",
    cancel: "Abbrechen",
  },
  takenOver: {
    heading: "Ihre Adresse ist bestätigt",
    text: "Mit dieser Adresse gab es schon ein Konto, und jetzt haben nur Sie Zugang dazu.",
    done: "Was wir getan haben",
    removed: "Entfernt",
    signedOut: "Alle anderen Browser wurden abgemeldet",
    advice: "Wenn eine davon Ihre war, können Sie sie neu einrichten.",
    again: "Neu einrichten",
    button: "Weiter",
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
      heading: "Sie haben keinen Zugang",
      text:
        "Ihr Konto hat hier keinen Zugang. Verwenden Sie ein anderes oder fragen Sie die Betreiber dieser Website.",
      button: "Anderes Konto verwenden",
    },
    Configuration: {
      heading: "Die Anmeldung funktioniert nicht",
      text:
        "Diese Website ist nicht richtig eingerichtet. Wenn Sie sie betreiben: In ihrem Protokoll steht, was zu ändern ist.",
    },
    UserNotStored: {
      heading: "Das ist auf dieser Website nicht möglich",
      text: "Wenden Sie sich an die Betreiber dieser Website.",
    },
    ServerError: {
      heading: "Etwas ist schiefgegangen",
      text: "Das liegt an uns, nicht an Ihnen. Bitte versuchen Sie es gleich noch einmal.",
      button: "Noch einmal versuchen",
    },
    Verification: {
      heading: "Dieser Link gilt nicht mehr",
      text:
        "Link und Code einer E-Mail gelten einmal, für kurze Zeit und nicht nach zu vielen falschen Codes. Melden Sie " +
        "sich noch einmal an, um neue zu bekommen.",
      button: "Noch einmal anmelden",
    },
    unknown: {
      heading: "Etwas ist schiefgegangen",
      text: "Sie sind nicht angemeldet. Bitte versuchen Sie es noch einmal.",
      button: "Anmelden",
    },
  },
  passkey: {
    Configuration:
      "Passkeys sind auf dieser Website nicht richtig eingerichtet. Wenn Sie sie betreiben: In ihrem Protokoll steht, was zu ändern ist.",
    InvalidEmail: "Geben Sie eine gültige E-Mail-Adresse ein, zum Beispiel name@example.com.",
    InvalidStateError: "Dieses Gerät hat schon einen Passkey für Sie. Melden Sie sich damit an.",
    NotAllowedError:
      "Es wurde kein Passkey benutzt: Sie haben abgebrochen, oder es hat zu lange gedauert. Versuchen Sie es noch einmal.",
    NotSupportedError: "Dieses Gerät kann keinen Passkey für diese Website erstellen.",
    SecurityError: "Diese Website kann unter dieser Adresse keine Passkeys verwenden.",
    "Invalid request": "Melden Sie sich zuerst an. Um sich zu registrieren, füllen Sie das Formular aus.",
    Unsupported:
      "Dieser Browser unterstützt keine Passkeys. Verwenden Sie einen anderen Browser oder melden Sie sich anders an.",
    unknown: "Das hat nicht funktioniert. Versuchen Sie es gleich noch einmal.",
  },
  passkeyOffer: {
    heading: "Nächstes Mal schneller anmelden",
    text:
      "Mit einem Passkey melden Sie sich per Fingerabdruck, Gesicht oder PIN an. Sie müssen sich nichts merken und auf keine E-Mail warten.",
    button: "Passkey erstellen",
    skip: "Nicht jetzt",
  },
  mail: {
    subject: "Anmelden bei {app}",
    preheader: "Hier sind Ihr Link und Ihr Code zum Anmelden.",
    openLink: "Öffnen Sie diesen Link:",
    button: "Anmelden",
    typeCode: "Oder geben Sie diesen Code auf der Seite ein, die danach fragt:",
    lifetime: "Beide gelten nur einmal und nicht länger als {lifetime}.",
    asked: "Angefordert: {details}",
    copyLink: "Der Button funktioniert nicht? Kopieren Sie diese Adresse in Ihren Browser:",
    warning:
      "Geben Sie den Link und den Code niemals weiter, auch nicht an Personen, die sich als {app} ausgeben.",
    warningLink: "Geben Sie den Link niemals weiter, auch nicht an Personen, die sich als {app} ausgeben.",
    warningCode: "Geben Sie den Code niemals weiter, auch nicht an Personen, die sich als {app} ausgeben.",
    ignore:
      "Wenn Sie diese E-Mail nicht angefordert haben, ignorieren Sie sie: Ohne sie kann sich niemand anmelden.",
    reason: "Sie erhalten diese E-Mail, weil jemand Ihre Adresse bei {app} verwendet hat.",
    accountReason: "In dieser E-Mail geht es um die Sicherheit Ihres Kontos bei {app}.",
  },
  password,
  passwordMails,
  securityMails,
};
