/**
 * The messages in Swedish.
 *
 * @module
 */

import { account } from "./account/sv.ts";
import { activity } from "./activity/sv.ts";
import { deletion, deletionMails } from "./deletion/sv.ts";
import { emailChange, emailChangeMails } from "./email_change/sv.ts";
import { password, passwordMails, securityMails } from "./passwords/sv.ts";
import { signUp } from "./sign_up/sv.ts";
import { userNames } from "./user_names/sv.ts";
import { administration } from "./administration/sv.ts";
import { profile } from "./profile/sv.ts";
import type { Messages } from "./types.ts";

const AGAIN = "Försök igen eller välj ett annat sätt att logga in.";
const BEFORE = "Om det är du loggar du in på samma sätt som tidigare. Kontakta oss annars.";
const UNVERIFIED = "Det finns redan ett konto med den här adressen, men adressen har aldrig bekräftats.";

/** The messages. */
export const sv: Messages = {
  general: {
    back: "Tillbaka till {app}",
    unknownError: { what: "Det gick inte att logga in.", now: "Försök igen." },
    errorTitle: "Fel: {title}",
    wait: "Vänta ett ögonblick.",
    waitTime: "Väntetid: {time}",
    triesLeft: "Försök kvar: {count}.",
    justNow: "nyss",
    email: "E-post",
    passkey: "Lösennyckel",
    device: "{browser} på {system}",
    terms: "Användarvillkor",
    privacy: "Integritet",
    support: "Hjälp",
    otherWay: "Logga in på ett annat sätt",
    keptForm: {
      heading: "Ett steg kvar",
      text: "Formuläret har inte skickats än.",
      button: "Skicka",
      page: "Sida",
      filledIn: "Ifyllt",
      files: "Filer sparas inte. Välj dem igen.",
      discard: "Skicka inte",
    },
  },
  signIn: {
    heading: "Logga in",
    headingNamed: "Logga in på {app}",
    purpose: "för att fortsätta till {app}",
    headingToAdd: "Lägg till ett inloggningssätt",
    purposeToAdd: "för ditt konto på {app}",
    current: "Du är inloggad som {person}.",
    currentNameless: "Du är inloggad.",
    another: "Du kan också logga in med ett annat konto.",
    adding: "Det du väljer här kan du sedan använda för att logga in på det här kontot.",
    button: "Fortsätt med {provider}",
    signUp: "Registrera dig med {provider}",
    address: "E-postadress",
    addressExample: "namn@example.com",
    password: "Lösenord",
    continue: "Fortsätt",
    submit: "Logga in",
    forgotPassword: "Har du glömt lösenordet?",
    showPassword: "Visa lösenord",
    sendMail: "Mejla mig en inloggningslänk",
    sendMailWith: "Mejla mig en inloggningslänk med {provider}",
    usePasskey: "Logga in med lösennyckel",
    createPasskey: "Registrera dig med lösennyckel",
    addPasskey: "Lägg till en lösennyckel",
    passkeyNeedsScript: "Lösennycklar kräver JavaScript.",
    lastUsed: "Användes senast",
    more: "Fler sätt att logga in",
    newHere: "Ny här?",
    register: "Skapa ett konto",
    or: "eller",
    nothingToAdd: "Det finns inget mer att lägga till.",
    noProvider: {
      what: "Det finns ännu inget sätt att logga in.",
      now: "Om du driver webbplatsen lägger du till en leverantör i dess konfiguration.",
    },
  },
  signInErrors: {
    AccountNotLinked: {
      what: "Den lösennyckeln, eller dess adress, tillhör en annan användare.",
      now: BEFORE,
    },
    CredentialsSignin: {
      what: "Uppgifterna stämmer inte.",
      now: "Kontrollera dem och försök igen.",
    },
    EmailSignInError: {
      what: "Det gick inte att skicka mejlet.",
      now: "Försök igen om en stund.",
    },
    InvalidCheck: {
      what: "Inloggningen tog för lång tid eller påbörjades i en annan webbläsare.",
      now: "Börja om härifrån. Tillåt cookies om det händer igen.",
    },
    InvalidEmail: { what: "Ange en giltig e-postadress.", now: "Kontrollera den och försök igen." },
    InvalidProvider: {
      what: "Det går inte att logga in på det sättet här.",
      now: "Välj ett av sätten nedan.",
    },
    MissingCSRF: {
      what: "Sidan var öppen för länge, eller så är cookies blockerade.",
      now: "Tillåt cookies och försök igen.",
    },
    OAuthAccountNotLinked: {
      what: "Det kontot, eller dess adress, tillhör en annan användare.",
      now: BEFORE,
    },
    OAuthCallbackError: { what: "Inloggningen avbröts eller nekades.", now: AGAIN },
    OAuthProfileParseError: {
      what: "Tjänsten du valde lämnade för få uppgifter om ditt konto.",
      now: AGAIN,
    },
    OtherAccount: { what: "Kontot du valde är inte det som är anslutet.", now: AGAIN },
    ProviderResponseError: { what: "Svaret från tjänsten du valde går inte att lita på.", now: AGAIN },
    ProviderUnavailable: { what: "Tjänsten du valde svarar inte.", now: AGAIN },
    RateLimited: {
      what: "Det har gjorts för många försök.",
      now: "Vänta en stund och försök sedan igen, eller logga in på ett annat sätt.",
    },
    ReconnectRequired: { what: "Anslutningen till den tjänsten har upphört.", now: "Logga in med den igen." },
    ReconnectRequiredWithName: {
      what: "Anslutningen till {provider} har upphört.",
      now: "Logga in med {provider} igen.",
    },
    ServerBusy: {
      what: "Servern är mycket belastad just nu.",
      now: "Vänta några sekunder och försök sedan igen.",
    },
    SessionNotFresh: {
      what: "Bekräfta att det är du.",
      now: "Logga in igen för att fortsätta.",
    },
    SessionRequired: {
      what: "Du måste vara inloggad för att se sidan.",
      now: "Välj hur du vill logga in.",
    },
    TooManyWrongCodes: { what: "Det har angetts för många felaktiga koder.", now: "Börja om härifrån." },
    UserChanged: { what: "Kontot ändrades medan du loggade in.", now: AGAIN },
    UserNotVerified: {
      what: UNVERIFIED,
      now:
        "Logga in på samma sätt som tidigare och begär sedan ett nytt mejl här för att bekräfta adressen. Kontakta oss om det inte var du som skapade kontot.",
    },
    UserNotVerifiedWithWays: {
      what: UNVERIFIED,
      now:
        "Logga in med {ways} och begär sedan ett nytt mejl här för att bekräfta adressen. Kontakta oss om det inte var du som skapade kontot.",
    },
    WebAuthnVerificationError: { what: "Det gick inte att verifiera lösennyckeln.", now: AGAIN },
  },
  challenge: {
    needsScript: "Det här formuläret kräver JavaScript.",
    errors: {
      ChallengeFailed: { what: "Vi kunde inte bekräfta att du är en människa.", now: "Försök igen." },
    },
  },
  signOut: {
    headingSignedOut: "Du är utloggad",
    textSignedOut: "Ingen är inloggad på {app} i den här webbläsaren.",
    signIn: "Logga in",
    heading: "Vill du logga ut?",
    text: "Då avslutas din session på {app} i den här webbläsaren.",
    button: "Logga ut",
    stay: "Förbli inloggad",
  },
  verifyRequest: {
    heading: "Kolla din e-post",
    sentLinkAndCode: "Vi har skickat en länk och en kod till {email}. Öppna länken eller ange koden här.",
    sentLink: "Vi har skickat en inloggningslänk till {email}. Öppna den för att logga in.",
    link: "En inloggningslänk till {app} är på väg till dig. Öppna den för att logga in.",
    again: "Skicka igen",
    againLater: "Skicka igen om {seconds} s",
    sentAgain: "Vi har skickat ett nytt mejl. Det senaste gäller.",
    tooEarly: "Vänta {seconds} s innan du begär ett nytt mejl.",
    otherAddress: "Använd en annan adress",
    nothing: "Har inget kommit efter några minuter? Titta i skräpposten.",
    code: "Kod",
    codeFormat: "Åtta siffror",
    button: "Logga in",
    InvalidCode: {
      what: "Koden stämmer inte.",
      now: "Jämför den med det senaste mejlet och försök igen.",
    },
  },
  confirmation: {
    heading: "Är det du?",
    question: "Vill du logga in på {app} som {email}?",
    button: "Logga in",
    note:
      "Om du inte har begärt länken, eller om det inte är din adress, ska du inte fortsätta: länken i sig " +
      "loggar inte in någon.",
    no: "Nej, det är inte jag",
    headingSignedIn: "Du är redan inloggad",
  },
  link: {
    heading: "Vill du lägga till det här i ditt konto?",
    text: "Du är inloggad som {current} och har precis använt {provider}.",
    textWithName: "Du är inloggad som {current} och har precis använt {provider} som {proven}.",
    nameless: "någon utan namn",
    add: "Lägg till {provider} för kontot som tillhör {current}",
    addNameless: "Lägg till {provider} för det här kontot",
    switch: "Fortsätt som {proven}",
    switchNameless: "Fortsätt som någon annan",
    note:
      "Om du lägger till det kan {account} sedan användas för att logga in på kontot som tillhör {current}. Gör det bara om båda är dina.",
    noteNameless:
      "Om du lägger till det kan {account} sedan användas för att logga in på ditt nuvarande konto. Gör det bara om båda är dina.",
    cancel: "Avbryt",
  },
  takenOver: {
    heading: "Din adress är bekräftad",
    text: "Det fanns redan ett konto med den här adressen, och nu har bara du åtkomst till det.",
    done: "Det här har vi gjort",
    removed: "Borttaget",
    signedOut: "Alla andra webbläsare har loggats ut",
    advice: "Om något av dem var ditt kan du konfigurera det igen.",
    again: "Konfigurera igen",
    button: "Fortsätt",
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
      heading: "Du har inte åtkomst",
      text:
        "Det går inte att logga in här med ditt konto. Använd ett annat eller kontakta dem som driver webbplatsen.",
      button: "Använd ett annat konto",
    },
    Configuration: {
      heading: "Inloggningen fungerar inte",
      text:
        "Webbplatsen är inte rätt konfigurerad. Om du driver den står det i loggen vad som behöver ändras.",
    },
    UserNotStored: {
      heading: "Det är inte möjligt på den här webbplatsen",
      text: "Kontakta dem som driver webbplatsen.",
    },
    ServerError: {
      heading: "Något gick fel",
      text: "Felet ligger hos oss, inte hos dig. Försök igen om en stund.",
      button: "Försök igen",
    },
    Verification: {
      heading: "Länken fungerar inte längre",
      text:
        "Länken och koden i ett mejl fungerar en gång, under en kort tid, och inte efter för många felaktiga koder. " +
        "Logga in igen för att få nya.",
      button: "Logga in igen",
    },
    unknown: {
      heading: "Något gick fel",
      text: "Du är inte inloggad. Försök igen.",
      button: "Logga in",
    },
  },
  passkey: {
    Configuration:
      "Lösennycklar är inte rätt konfigurerade på den här webbplatsen. Om du driver den står det i loggen vad som behöver ändras.",
    InvalidEmail: "Ange en giltig e-postadress, till exempel namn@example.com.",
    InvalidStateError: "Den här enheten har redan en lösennyckel för dig. Logga in med den.",
    NotAllowedError: "Ingen lösennyckel användes: det avbröts eller tog för lång tid. Försök igen.",
    NotSupportedError: "Den här enheten kan inte skapa en lösennyckel för webbplatsen.",
    SecurityError: "Webbplatsen kan inte använda lösennycklar på den här adressen.",
    "Invalid request": "Logga in först. Fyll i formuläret om du vill registrera dig.",
    Unsupported:
      "Den här webbläsaren stöder inte lösennycklar. Använd en annan webbläsare eller logga in på ett annat sätt.",
    unknown: "Det fungerade inte. Försök igen om en stund.",
  },
  passkeyOffer: {
    heading: "Logga in snabbare nästa gång",
    text:
      "Med en lösennyckel loggar du in med ditt fingeravtryck, ditt ansikte eller en PIN-kod. Du behöver inte komma ihåg något eller vänta på ett mejl.",
    button: "Skapa en lösennyckel",
    skip: "Inte nu",
  },
  mail: {
    subject: "Logga in på {app}",
    preheader: "Här är din länk och din kod för att logga in.",
    openLink: "Öppna den här länken:",
    button: "Logga in",
    typeCode: "Eller ange den här koden på sidan som frågar efter den:",
    lifetime: "Båda fungerar i {lifetime} och bara en gång.",
    asked: "Begärt: {details}",
    copyLink: "Fungerar inte knappen? Kopiera den här adressen till webbläsaren:",
    warning:
      "Lämna aldrig ut länken eller koden till någon, inte ens till personer som säger att de kommer från {app}.",
    warningLink:
      "Lämna aldrig ut länken till någon, inte ens till personer som säger att de kommer från {app}.",
    warningCode:
      "Lämna aldrig ut koden till någon, inte ens till personer som säger att de kommer från {app}.",
    ignore: "Om du inte har begärt det här mejlet kan du ignorera det: utan det kan ingen logga in.",
    reason: "Du får det här mejlet eftersom någon har använt din adress på {app}.",
    accountReason: "Det här mejlet gäller säkerheten för ditt konto på {app}.",
  },
  password,
  passwordMails,
  securityMails,
};
