/**
 * The messages of the account page in Swedish.
 *
 * @module
 */

import type { AccountMessages } from "../account_types.ts";

/** The page. */
export const account: AccountMessages = {
  heading: "Ditt konto",
  signOut: "Logga ut",
  security: "Säkerhet",
  devices: "Enheter",
  data: "Dina uppgifter",
  dataCopy: "Kopia av dina uppgifter",
  dataText: "En fil med det som webbplatsen lagrar om dig, i ett format som program kan läsa (JSON).",
  download: "Ladda ner mina uppgifter",
  notMine: "Är det något du inte känner igen?",
  secure: "Säkra ditt konto",
  secureText:
    "Om något här inte är ditt: logga ut överallt annars, byt lösenord och ta bort inloggningssätt som du inte känner till.",
  recommended: "Rekommenderas",
  notNow: "Inte nu",
  ways: "Inloggningssätt",
  noWays: "Inga än.",
  notFresh: "Innan du tar bort ett av dem måste du logga in igen.",
  added: "Lades till: {date}",
  verified: "Bekräftades: {date}",
  used: "Användes senast: {date}",
  signedIn: "Loggade in: {date}",
  connections: {
    heading: "Anslutna tjänster",
    text: "{app} får läsa eller ändra uppgifter där åt dig.",
    connected: "Ansluten: {date}",
    revoke: "Återkalla åtkomst",
    question: "Återkalla åtkomsten till {name}?",
    loss: "{app} kan inte längre använda {name} åt dig.",
    stays: "Du kan fortfarande logga in med {name}. Då ansluts tjänsten igen.",
    done: "Åtkomsten återkallades.",
    revoked: "Åtkomst återkallad",
  },
  ended: "Loggade ut en enhet",
  endedOthers: "Loggade ut överallt annars",
  downloaded: "Uppgifter laddades ner",
  add: "Lägg till ett annat inloggningssätt",
  remove: "Ta bort",
  removeNamed: "Ta bort {name}",
  removeEffect: "Du kommer inte längre att kunna logga in på det här sättet.",
  stays: "Du kan fortfarande logga in med: {ways}.",
  othersEnd: "Du loggas ut på dina andra enheter.",
  lastWay: "Det här är ditt enda inloggningssätt. Lägg till ett annat innan du tar bort det.",
  onlyWay: "Du har bara ett. Om du förlorar det kan du inte logga in.",
  passkeys: "Lösennycklar",
  passkey: "Lösennyckel",
  securityKey: "Säkerhetsnyckel",
  synced: "På alla dina enheter",
  rename: "Byt namn på {name}",
  newName: "Namn",
  showAll: "Visa alla {count}",
  save: "Spara",
  addPasskey: "Lägg till en lösennyckel",
  passkeyAdvice: "Med en lösennyckel loggar du in med ditt fingeravtryck, ditt ansikte eller en PIN-kod.",
  needsScript: "JavaScript krävs för att lägga till en lösennyckel.",
  sessions: "Här är du inloggad",
  thisSession: "Den här webbläsaren",
  unknownDevice: "Okänd enhet",
  endSession: "Logga ut",
  endSessionNamed: "Logga ut {name}",
  endOthers: "Logga ut överallt utom här",
  tokenSessions:
    "Webbplatsen sparar din session bara i din webbläsare. Andra webbläsare kan därför varken visas eller loggas ut här.",
  done: {
    removed: "Borttaget. Det går inte längre att logga in på det sättet.",
    added: "Tillagd. Från och med nu kan du logga in med den.",
    renamed: "Namnet har sparats.",
    "signed-out": "Webbläsaren har loggats ut.",
    "signed-out-others": "Du är utloggad överallt utom här.",
  },
  errors: {
    LastWay: {
      what: "Det är ditt enda inloggningssätt.",
      now: "Lägg till ett annat innan du tar bort det.",
    },
    NotFound: { what: "Det finns inte längre.", now: "Listan nedan är aktuell." },
    NotRemovable: {
      what: "Det går inte att ta bort här.",
      now: "Kontakta dem som driver webbplatsen.",
    },
    NotAvailable: {
      what: "Det är inte möjligt på den här webbplatsen.",
      now: "Kontakta dem som driver webbplatsen.",
    },
    unknown: { what: "Det fungerade inte.", now: "Försök igen." },
  },
};
