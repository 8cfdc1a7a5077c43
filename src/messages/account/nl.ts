/**
 * The messages of the account page in Dutch.
 *
 * @module
 */

import type { AccountMessages } from "../account_types.ts";

/** The page. */
export const account: AccountMessages = {
  heading: "Je account",
  signOut: "Uitloggen",
  security: "Beveiliging",
  devices: "Apparaten",
  data: "Je gegevens",
  dataCopy: "Kopie van je gegevens",
  dataText:
    "Een bestand met wat deze site over je bewaart, in een formaat dat programma's kunnen lezen (JSON).",
  download: "Mijn gegevens downloaden",
  notMine: "Herken je iets niet?",
  secure: "Beveilig je account",
  secureText:
    "Is hier iets niet van jou? Log overal elders uit, wijzig je wachtwoord en verwijder inlogmethoden die je niet kent.",
  recommended: "Aanbevolen",
  notNow: "Niet nu",
  ways: "Inlogmethoden",
  noWays: "Nog geen.",
  notFresh: "Voordat je er een verwijdert, moet je opnieuw inloggen.",
  added: "Toegevoegd: {date}",
  verified: "Bevestigd: {date}",
  used: "Laatst gebruikt: {date}",
  signedIn: "Ingelogd: {date}",
  connections: {
    heading: "Verbonden diensten",
    text: "{app} mag daar namens jou gegevens lezen of wijzigen.",
    connected: "Verbonden: {date}",
    revoke: "Toegang intrekken",
    question: "Toegang tot {name} intrekken?",
    loss: "{app} kan {name} niet meer voor je gebruiken.",
    stays: "Je kunt nog steeds inloggen met {name}. Daarmee wordt de dienst opnieuw verbonden.",
    done: "De toegang is ingetrokken.",
    revoked: "Toegang ingetrokken",
  },
  ended: "Apparaat uitgelogd",
  endedOthers: "Overal elders uitgelogd",
  downloaded: "Gegevens gedownload",
  add: "Nog een inlogmethode toevoegen",
  remove: "Verwijderen",
  removeNamed: "{name} verwijderen",
  removeEffect: "Je kunt er daarna niet meer mee inloggen.",
  stays: "Je kunt nog inloggen met: {ways}.",
  othersEnd: "Je wordt uitgelogd op je andere apparaten.",
  lastWay: "Dit is je enige inlogmethode. Voeg een andere toe voordat je deze verwijdert.",
  onlyWay: "Je hebt er maar één. Als je die kwijtraakt, kun je niet meer inloggen.",
  passkeys: "Passkeys",
  passkey: "Passkey",
  securityKey: "Beveiligingssleutel",
  synced: "Op al je apparaten",
  rename: "Naam van {name} wijzigen",
  newName: "Naam",
  showAll: "Alle {count} tonen",
  save: "Opslaan",
  addPasskey: "Passkey toevoegen",
  passkeyAdvice: "Met een passkey log je in met je vingerafdruk, gezicht of pincode.",
  needsScript: "Voor het toevoegen van een passkey is JavaScript nodig.",
  sessions: "Waar je bent ingelogd",
  thisSession: "Deze browser",
  unknownDevice: "Onbekend apparaat",
  endSession: "Uitloggen",
  endSessionNamed: "{name} uitloggen",
  endOthers: "Overal elders uitloggen",
  tokenSessions:
    "Deze site bewaart je sessie alleen in je browser. Andere browsers kunnen hier daarom niet worden getoond of uitgelogd.",
  done: {
    removed: "Verwijderd. Je kunt er niet meer mee inloggen.",
    added: "Toegevoegd. Je kunt er vanaf nu mee inloggen.",
    renamed: "De naam is opgeslagen.",
    "signed-out": "Die browser is uitgelogd.",
    "signed-out-others": "Je bent overal elders uitgelogd.",
  },
  errors: {
    LastWay: {
      what: "Dat is je enige inlogmethode.",
      now: "Voeg een andere toe voordat je deze verwijdert.",
    },
    NotFound: { what: "Dat bestaat niet meer.", now: "De lijst hieronder is actueel." },
    NotRemovable: {
      what: "Dat kan hier niet worden verwijderd.",
      now: "Vraag het de beheerders van deze site.",
    },
    NotAvailable: { what: "Dat kan op deze site niet.", now: "Vraag het de beheerders van deze site." },
    unknown: { what: "Dat is niet gelukt.", now: "Probeer het opnieuw." },
  },
};
