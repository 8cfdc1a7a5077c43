/**
 * The messages of the account page in Polish.
 *
 * @module
 */

import type { AccountMessages } from "../account_types.ts";

/** The page. */
export const account: AccountMessages = {
  heading: "Twoje konto",
  signOut: "Wyloguj się",
  security: "Bezpieczeństwo",
  devices: "Urządzenia",
  data: "Twoje dane",
  dataCopy: "Kopia Twoich danych",
  dataText: "Plik z tym, co ta strona o Tobie przechowuje, w formacie czytelnym dla programów (JSON).",
  download: "Pobierz moje dane",
  notMine: "Czegoś tu nie rozpoznajesz?",
  secure: "Zabezpiecz swoje konto",
  secureText:
    "Jeśli coś tu nie należy do Ciebie, wyloguj się wszędzie indziej, zmień hasło i usuń nieznane sposoby logowania.",
  recommended: "Zalecane",
  notNow: "Nie teraz",
  ways: "Sposoby logowania",
  noWays: "Na razie brak.",
  notFresh: "Przed usunięciem trzeba będzie zalogować się ponownie.",
  added: "Data dodania: {date}",
  verified: "Data potwierdzenia: {date}",
  used: "Ostatnie użycie: {date}",
  signedIn: "Zalogowano: {date}",
  ended: "Wylogowano urządzenie",
  endedOthers: "Wylogowano wszędzie indziej",
  downloaded: "Pobrano dane",
  add: "Dodaj inny sposób logowania",
  remove: "Usuń",
  removeNamed: "Usuń: {name}",
  removeEffect: "Potem nie będzie już można zalogować się w ten sposób.",
  stays: "Nadal możesz logować się przez: {ways}.",
  othersEnd: "Nastąpi wylogowanie na pozostałych urządzeniach.",
  lastWay: "To Twój jedyny sposób logowania. Dodaj inny, zanim go usuniesz.",
  onlyWay: "Masz tylko jeden. Jeśli go stracisz, nie zalogujesz się.",
  passkeys: "Klucze dostępu",
  passkey: "Klucz dostępu",
  securityKey: "Klucz bezpieczeństwa",
  synced: "Na wszystkich Twoich urządzeniach",
  rename: "Zmień nazwę: {name}",
  newName: "Nazwa",
  showAll: "Pokaż wszystkie ({count})",
  save: "Zapisz",
  addPasskey: "Dodaj klucz dostępu",
  passkeyAdvice: "Z kluczem dostępu logujesz się odciskiem palca, twarzą lub kodem PIN.",
  needsScript: "Dodanie klucza dostępu wymaga JavaScriptu.",
  sessions: "Aktywne sesje",
  thisSession: "Ta przeglądarka",
  unknownDevice: "Nieznane urządzenie",
  endSession: "Wyloguj",
  endSessionNamed: "Wyloguj: {name}",
  endOthers: "Wyloguj wszędzie indziej",
  tokenSessions:
    "Ta strona przechowuje Twoją sesję tylko w przeglądarce, dlatego nie można tu zobaczyć ani wylogować innych przeglądarek.",
  done: {
    removed: "Usunięto. Nie można się już w ten sposób zalogować.",
    added: "Dodano. Od teraz możesz się tak logować.",
    renamed: "Nazwa została zapisana.",
    "signed-out": "Wylogowano tę przeglądarkę.",
    "signed-out-others": "Wylogowano wszędzie indziej.",
  },
  errors: {
    LastWay: { what: "To Twój jedyny sposób logowania.", now: "Dodaj inny, zanim go usuniesz." },
    NotFound: { what: "To już nie istnieje.", now: "Lista poniżej jest aktualna." },
    NotRemovable: { what: "Tego nie można tutaj usunąć.", now: "Skontaktuj się z administratorem strony." },
    NotAvailable: {
      what: "Na tej stronie nie jest to możliwe.",
      now: "Skontaktuj się z administratorem strony.",
    },
    unknown: { what: "Nie udało się.", now: "Spróbuj ponownie." },
  },
};
