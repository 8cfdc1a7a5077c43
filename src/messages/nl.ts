/**
 * The messages in Dutch.
 *
 * @module
 */

import { account } from "./account/nl.ts";
import { activity } from "./activity/nl.ts";
import { deletion, deletionMails } from "./deletion/nl.ts";
import { emailChange, emailChangeMails } from "./email_change/nl.ts";
import { password, passwordMails, securityMails } from "./passwords/nl.ts";
import { signUp } from "./sign_up/nl.ts";
import { userNames } from "./user_names/nl.ts";
import { administration } from "./administration/nl.ts";
import { profile } from "./profile/nl.ts";
import type { Messages } from "./types.ts";

const AGAIN = "Probeer het opnieuw of log op een andere manier in.";
const BEFORE = "Ben jij dat, log dan in zoals eerder. Zo niet, neem dan contact met ons op.";
const UNVERIFIED = "Er bestaat al een account met dit adres, maar het adres is nooit bevestigd.";

/** The messages. */
export const nl: Messages = {
  general: {
    back: "Terug naar {app}",
    unknownError: { what: "Inloggen is niet gelukt.", now: "Probeer het opnieuw." },
    errorTitle: "Fout: {title}",
    wait: "Een moment geduld.",
    waitTime: "Wachttijd: {time}",
    triesLeft: "Resterende pogingen: {count}.",
    justNow: "zojuist",
    email: "E-mail",
    passkey: "Passkey",
    device: "{browser} op {system}",
    terms: "Voorwaarden",
    privacy: "Privacy",
    support: "Hulp",
    otherWay: "Op een andere manier inloggen",
    keptForm: {
      heading: "Nog één stap",
      text: "Je formulier is nog niet verzonden.",
      button: "Verzenden",
      page: "Pagina",
      filledIn: "Ingevuld",
      files: "Bestanden worden niet bewaard. Kies ze opnieuw.",
      discard: "Weggooien",
    },
  },
  signIn: {
    heading: "Inloggen",
    headingNamed: "Inloggen bij {app}",
    purpose: "om door te gaan naar {app}",
    headingToAdd: "Inlogmethode toevoegen",
    purposeToAdd: "aan je account bij {app}",
    current: "Je bent ingelogd als {person}.",
    currentNameless: "Je bent ingelogd.",
    another: "Je kunt ook met een ander account inloggen.",
    adding: "Wat je hier kiest, geeft voortaan toegang tot dit account.",
    button: "Doorgaan met {provider}",
    signUp: "Registreren met {provider}",
    address: "E-mailadres",
    addressExample: "naam@example.com",
    password: "Wachtwoord",
    continue: "Doorgaan",
    submit: "Inloggen",
    forgotPassword: "Wachtwoord vergeten?",
    showPassword: "Wachtwoord tonen",
    sendMail: "Stuur mij een inloglink",
    sendMailWith: "Stuur mij een inloglink met {provider}",
    usePasskey: "Inloggen met een passkey",
    createPasskey: "Registreren met een passkey",
    addPasskey: "Een passkey toevoegen",
    passkeyNeedsScript: "Passkeys hebben JavaScript nodig.",
    lastUsed: "Laatst gebruikt",
    more: "Meer manieren om in te loggen",
    newHere: "Nieuw hier?",
    register: "Account aanmaken",
    or: "of",
    nothingToAdd: "Er is niets meer dat je kunt toevoegen.",
    noProvider: {
      what: "Er is nog geen manier om in te loggen.",
      now: "Beheer je deze site, voeg dan een provider toe aan de configuratie.",
    },
  },
  signInErrors: {
    AccountNotLinked: { what: "Die passkey, of het adres ervan, is van een andere gebruiker.", now: BEFORE },
    CredentialsSignin: { what: "Deze gegevens kloppen niet.", now: "Controleer ze en probeer het opnieuw." },
    EmailSignInError: {
      what: "De e-mail kon niet worden verstuurd.",
      now: "Probeer het zo meteen opnieuw.",
    },
    InvalidCheck: {
      what: "Het inloggen duurde te lang of is in een andere browser begonnen.",
      now: "Begin hier opnieuw. Sta cookies toe als het opnieuw gebeurt.",
    },
    InvalidEmail: { what: "Vul een geldig e-mailadres in.", now: "Controleer het en probeer het opnieuw." },
    InvalidProvider: {
      what: "Die manier van inloggen wordt niet aangeboden.",
      now: "Kies een van de onderstaande.",
    },
    MissingCSRF: {
      what: "Deze pagina stond te lang open of cookies zijn geblokkeerd.",
      now: "Sta cookies toe en probeer het opnieuw.",
    },
    OAuthAccountNotLinked: {
      what: "Dat account, of het adres ervan, is van een andere gebruiker.",
      now: BEFORE,
    },
    OAuthCallbackError: { what: "Het inloggen is geannuleerd of geweigerd.", now: AGAIN },
    OAuthProfileParseError: {
      what: "De gekozen dienst heeft te weinig over je account doorgegeven.",
      now: AGAIN,
    },
    OtherAccount: { what: "Het gekozen account is niet het gekoppelde account.", now: AGAIN },
    ProviderResponseError: { what: "Het antwoord van de gekozen dienst is niet te vertrouwen.", now: AGAIN },
    ProviderUnavailable: { what: "De gekozen dienst reageert niet.", now: AGAIN },
    RateLimited: {
      what: "Er zijn te veel pogingen gedaan.",
      now: "Wacht even en probeer het opnieuw, of log op een andere manier in.",
    },
    ReconnectRequired: { what: "De verbinding met die dienst is beëindigd.", now: "Log er opnieuw mee in." },
    ReconnectRequiredWithName: {
      what: "De verbinding met {provider} is beëindigd.",
      now: "Log opnieuw in met {provider}.",
    },
    ServerBusy: {
      what: "De server heeft het op dit moment erg druk.",
      now: "Wacht een paar seconden en probeer het opnieuw.",
    },
    SessionNotFresh: {
      what: "Bevestig dat jij het bent.",
      now: "Log opnieuw in om door te gaan.",
    },
    SessionRequired: {
      what: "Je moet ingelogd zijn om die pagina te zien.",
      now: "Kies hoe je wilt inloggen.",
    },
    TooManyWrongCodes: { what: "Er zijn te veel onjuiste codes ingevoerd.", now: "Begin hier opnieuw." },
    UserChanged: { what: "Het account is tijdens het inloggen gewijzigd.", now: AGAIN },
    UserNotVerified: {
      what: UNVERIFIED,
      now:
        "Log in zoals eerder en vraag hier daarna opnieuw een e-mail aan om het adres te bevestigen. Heb je dat account niet zelf aangemaakt, neem dan contact met ons op.",
    },
    UserNotVerifiedWithWays: {
      what: UNVERIFIED,
      now:
        "Log in met {ways} en vraag hier daarna opnieuw een e-mail aan om het adres te bevestigen. Heb je dat account niet zelf aangemaakt, neem dan contact met ons op.",
    },
    WebAuthnVerificationError: { what: "Je passkey kon niet worden gecontroleerd.", now: AGAIN },
  },
  challenge: {
    needsScript: "Dit formulier heeft JavaScript nodig.",
    errors: {
      ChallengeFailed: { what: "We konden niet nagaan of je een mens bent.", now: "Probeer het opnieuw." },
    },
  },
  signOut: {
    headingSignedOut: "Je bent uitgelogd",
    textSignedOut: "In deze browser is niemand ingelogd bij {app}.",
    signIn: "Inloggen",
    heading: "Uitloggen?",
    text: "Hiermee eindigt je sessie bij {app} in deze browser.",
    button: "Uitloggen",
    stay: "Ingelogd blijven",
  },
  verifyRequest: {
    heading: "Bekijk je e-mail",
    sentLinkAndCode:
      "We hebben een link en een code gestuurd naar {email}. Open de link of vul de code hier in.",
    sentLink: "We hebben een inloglink gestuurd naar {email}. Open die om in te loggen.",
    again: "Opnieuw versturen",
    againLater: "Opnieuw versturen over {seconds} s",
    sentAgain: "We hebben je nog een e-mail gestuurd. De nieuwste geldt.",
    tooEarly: "Wacht {seconds} s voordat je nog een e-mail aanvraagt.",
    otherAddress: "Een ander adres gebruiken",
    link: "Er is een inloglink voor {app} naar je onderweg. Open die om in te loggen.",
    nothing: "Na een paar minuten nog niets? Kijk in je spammap.",
    code: "Code",
    codeFormat: "Acht cijfers",
    button: "Inloggen",
    InvalidCode: {
      what: "Die code klopt niet.",
      now: "Vergelijk de code met de nieuwste e-mail en probeer het opnieuw.",
    },
  },
  confirmation: {
    heading: "Ben jij dit?",
    question: "Als {email} inloggen bij {app}?",
    button: "Inloggen",
    note: "Heb je deze link niet aangevraagd, of is dit niet jouw adres, ga dan niet verder: met alleen de " +
      "link wordt niemand ingelogd.",
    no: "Nee, dit ben ik niet",
    headingSignedIn: "Je bent al ingelogd",
  },
  link: {
    heading: "Aan je account toevoegen?",
    text: "Je bent ingelogd als {current} en hebt net {provider} gebruikt.",
    textWithName: "Je bent ingelogd als {current} en hebt net {provider} gebruikt als {proven}.",
    nameless: "iemand zonder naam",
    add: "{provider} toevoegen aan het account van {current}",
    addNameless: "{provider} toevoegen aan dit account",
    switch: "Doorgaan als {proven}",
    switchNameless: "Doorgaan als iemand anders",
    note:
      "Als je het toevoegt, geeft {account} voortaan toegang tot het account van {current}. Doe dit alleen als beide van jou zijn.",
    noteNameless:
      "Als je het toevoegt, geeft {account} voortaan toegang tot het account waarmee je bent ingelogd. Doe dit alleen als " +
      "beide van jou zijn.",
    cancel: "Annuleren",
  },
  takenOver: {
    heading: "Je adres is bevestigd",
    text: "Er was al een account met dit adres, en nu heb alleen jij er toegang toe.",
    done: "Wat we hebben gedaan",
    removed: "Verwijderd",
    signedOut: "Alle andere browsers zijn uitgelogd",
    advice: "Was een ervan van jou, dan kun je die opnieuw instellen.",
    again: "Opnieuw instellen",
    button: "Doorgaan",
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
      heading: "Je hebt geen toegang",
      text:
        "Je account mag hier niet inloggen. Gebruik een ander account of vraag het de beheerders van deze site.",
      button: "Ander account gebruiken",
    },
    Configuration: {
      heading: "Inloggen werkt niet",
      text:
        "Deze site is niet goed ingesteld. Beheer je de site, dan staat in het log wat er moet veranderen.",
    },
    UserNotStored: { heading: "Dat kan op deze site niet", text: "Vraag het de beheerders van deze site." },
    ServerError: {
      heading: "Er is iets misgegaan",
      text: "Dit ligt aan ons, niet aan jou. Probeer het zo meteen opnieuw.",
      button: "Opnieuw proberen",
    },
    Verification: {
      heading: "Deze link werkt niet meer",
      text:
        "De link en de code uit een e-mail werken één keer, korte tijd, en niet na te veel verkeerde codes. Log opnieuw in om " +
        "nieuwe te krijgen.",
      button: "Opnieuw inloggen",
    },
    unknown: {
      heading: "Er is iets misgegaan",
      text: "Je bent niet ingelogd. Probeer het opnieuw.",
      button: "Inloggen",
    },
  },
  passkey: {
    Configuration:
      "Passkeys zijn op deze site niet goed ingesteld. Beheer je de site, dan staat in het log wat er moet veranderen.",
    InvalidEmail: "Vul een geldig e-mailadres in, bijvoorbeeld naam@example.com.",
    InvalidStateError: "Dit apparaat heeft al een passkey voor je. Log daarmee in.",
    NotAllowedError:
      "Er is geen passkey gebruikt: het is geannuleerd of duurde te lang. Probeer het opnieuw.",
    NotSupportedError: "Dit apparaat kan geen passkey voor deze site maken.",
    SecurityError: "Deze site kan op dit adres geen passkeys gebruiken.",
    "Invalid request": "Log eerst in. Vul het formulier in om je te registreren.",
    Unsupported:
      "Deze browser ondersteunt geen passkeys. Gebruik een andere browser of een andere manier om in te loggen.",
    unknown: "Dat is niet gelukt. Probeer het zo meteen opnieuw.",
  },
  passkeyOffer: {
    heading: "Log de volgende keer sneller in",
    text:
      "Met een passkey log je in met je vingerafdruk, gezicht of pincode. Je hoeft niets te onthouden en niet op een e-mail te wachten.",
    button: "Passkey maken",
    skip: "Niet nu",
  },
  mail: {
    subject: "Inloggen bij {app}",
    preheader: "Hier zijn je link en je code om in te loggen.",
    openLink: "Open deze link:",
    button: "Inloggen",
    typeCode: "Of vul deze code in op de pagina die erom vraagt:",
    lifetime: "Beide werken {lifetime} en maar één keer.",
    asked: "Aangevraagd: {details}",
    copyLink: "Doet de knop niets? Kopieer dit adres naar je browser:",
    warning: "Geef de link en de code nooit aan anderen, ook niet aan iemand die zegt van {app} te zijn.",
    warningLink: "Geef de link nooit aan anderen, ook niet aan iemand die zegt van {app} te zijn.",
    warningCode: "Geef de code nooit aan anderen, ook niet aan iemand die zegt van {app} te zijn.",
    ignore: "Heb je deze e-mail niet aangevraagd, negeer hem dan: zonder kan niemand inloggen.",
    reason: "Je krijgt deze e-mail omdat iemand je adres bij {app} heeft gebruikt.",
    accountReason: "Deze e-mail gaat over de beveiliging van je account bij {app}.",
  },
  password,
  passwordMails,
  securityMails,
};
