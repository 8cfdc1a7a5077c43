/**
 * The messages about the second factor in Polish.
 *
 * @module
 */

import type { SecondFactorWords } from "../second_factor_types.ts";

/** The messages. */
export const words: SecondFactorWords = {
  secondFactor: {
    askHeading: "Potwierdź, że to Ty",
    askText: "Jeszcze jeden krok i nastąpi logowanie do {app}.",
    stepUpHeading: "Potwierdź ponownie, że to Ty",
    stepUpText: "Zalogowano w {app}. To, co chcesz zrobić, wymaga także drugiego kroku.",
    code: "Kod z aplikacji uwierzytelniającej",
    codeFormat: "Sześć cyfr",
    confirm: "Potwierdź",
    remember: "Nie pytaj na tym urządzeniu przez {time}",
    usePasskey: "Klucz dostępu lub bezpieczeństwa",
    useRecoveryCode: "Użyj kodu odzyskiwania",
    recoveryCode: "Kod odzyskiwania",
    recoveryNote: "Przy włączaniu zachowano dziesięć takich kodów. Każdy działa jeden raz.",
    lost: "Nie masz już żadnej z tych rzeczy? Skontaktuj się z administratorem strony.",
    never: "Ta weryfikacja nie pochodzi ode mnie",
    neverEffect: "Powstanie nowe konto, a drugie nie będzie już miało tego adresu.",
    neverNow: "Dalej z nowym kontem",
    setupHeading: "Włącz weryfikację dwuetapową",
    setupText: "Od tej chwili logowanie wymaga drugiego kroku: kodu, który pokazuje aplikacja w telefonie.",
    requiredText: "{app} wymaga drugiego kroku: kodu, który pokazuje aplikacja w telefonie.",
    getApp: "Zainstaluj aplikację uwierzytelniającą albo użyj menedżera haseł.",
    scan: "Zeskanuj ten kod QR aplikacją.",
    qrLabel: "Kod QR z kluczem dla aplikacji",
    orKey: "Albo wpisz ten klucz w aplikacji:",
    typeKey: "Wpisz ten klucz w aplikacji uwierzytelniającej albo w menedżerze haseł:",
    addAccount: "Dodaj konto do aplikacji.",
    openApp: "Otwórz w aplikacji uwierzytelniającej",
    otherDevice: "Aplikacja na innym urządzeniu",
    firstCode: "Wpisz kod, który pokazuje aplikacja.",
    turnOn: "Włącz",
    passkeysText: "Możesz też użyć jako drugiego kroku kluczy dostępu i bezpieczeństwa, które już masz.",
    usePasskeys: "Użyj moich kluczy dostępu",
    mailHeading: "Najpierw potwierdź swój adres",
    mailText: "Wysłaliśmy kod na adres {email}. Wpisz go tutaj, a następnie skonfiguruj drugi krok.",
    mailCode: "Kod z wiadomości",
    codesHeading: "Zachowaj kody odzyskiwania",
    codesText: "Jeśli stracisz telefon, każdy z tych kodów zastąpi go jeden raz. Wydrukuj je albo " +
      "zachowaj tam, gdzie znajdziesz je bez telefonu. Są pokazywane tylko teraz.",
    replaced: "Poprzednie kody już nie działają.",
    codesOf: "{account} w {app}, {date}",
    stored: "Kody są zachowane",
    copy: "Kopiuj",
    copied: "Skopiowano",
    download: "Pobierz",
    print: "Drukuj",
    heading: "Weryfikacja dwuetapowa",
    offText: "Jest wyłączona. Z drugim krokiem nikt nie zaloguje się samym pierwszym.",
    requiredNote: "{app} wymaga drugiego kroku, więc pozostaje włączona.",
    app: "Aplikacja uwierzytelniająca",
    changeApp: "Użyj innej aplikacji",
    changeAppText: "Nowa aplikacja zastępuje poprzednią. Kody odzyskiwania pozostają ważne, a na " +
      "wszystkich urządzeniach drugi krok będzie znowu wymagany.",
    addApp: "Dodaj aplikację",
    since: "Data włączenia: {date}",
    recoveryCodes: "Kody odzyskiwania",
    codesLeft: "Pozostało: {count}",
    fewLeft: "Zostało Ci mało kodów odzyskiwania. Utwórz nowe, zanim będą potrzebne.",
    newCodes: "Utwórz nowe kody",
    newCodesEffect: "Poprzednie kody przestaną działać.",
    turnOff: "Wyłącz",
    turnOffEffect: "Do logowania wystarczy Twoje hasło albo to, czego używasz zamiast niego.",
    turnOffNow: "Wyłącz weryfikację dwuetapową",
    devices: "Urządzenia bez drugiego kroku",
    until: "Do: {date}",
    forget: "Pytaj ponownie",
    forgetNamed: "Pytaj ponownie: {name}",
    done: {
      "second-factor-on": "Weryfikacja dwuetapowa jest włączona.",
      "recovery-codes-shown": "Kody odzyskiwania zostały już pokazane, a są pokazywane tylko raz. " +
        "Jeśli nie są zachowane, utwórz nowe.",
      "recovery-codes-replaced": "Masz nowe kody odzyskiwania. Poprzednie już nie działają.",
      "new-authenticator": "Nowa aplikacja uwierzytelniająca jest skonfigurowana.",
      "second-factor-off": "Weryfikacja dwuetapowa jest wyłączona.",
      "device-forgotten": "Na tym urządzeniu drugi krok będzie znowu wymagany.",
    },
    errors: {
      InvalidSecondFactor: {
        what: "Ten kod jest nieprawidłowy albo został już użyty.",
        now: "Poczekaj na następny kod i wpisz go, gdy aplikacja go pokazuje.",
      },
      InvalidRecoveryCode: {
        what: "Ten kod odzyskiwania jest nieprawidłowy albo został już użyty.",
        now: "Porównaj go z zachowanymi kodami albo wpisz inny.",
      },
      InvalidCheck: {
        what: "Trwało to zbyt długo lub rozpoczęto to w innej przeglądarce.",
        now: "Zacznij od nowa. Jeśli to się powtórzy, zezwól na pliki cookie.",
      },
      LastFactor: {
        what: "Ten klucz dostępu to Twój drugi krok.",
        now: "Zanim go usuniesz, skonfiguruj aplikację uwierzytelniającą albo wyłącz drugi krok.",
      },
      SecondFactorRequired: {
        what: "Ta strona wymaga od Ciebie drugiego kroku.",
        now: "Jeśli musisz go wyłączyć, skontaktuj się z administratorem strony.",
      },
    },
  },
  secondFactorMails: {
    secondFactorOn: {
      subject: "Weryfikacja dwuetapowa w {app} jest włączona",
      intro: "Włączono weryfikację dwuetapową Twojego konta w {app}: {details}.",
      openLink: "Jeśli to nie Ty, otwórz ten link, aby zobaczyć, gdzie trwają Twoje sesje:",
      button: "To nie ja",
      ignore: "Jeśli to Ty, zignoruj tę wiadomość.",
    },
    newAuthenticator: {
      subject: "Nowa aplikacja uwierzytelniająca w {app}",
      intro: "Kody do Twojego konta w {app} pokazuje teraz nowa aplikacja uwierzytelniająca: {details}.",
      openLink: "Jeśli to nie Ty, otwórz ten link, aby zobaczyć, gdzie trwają Twoje sesje:",
      button: "To nie ja",
      ignore: "Jeśli to Ty, zignoruj tę wiadomość. Jeśli nie, natychmiast wyloguj się wszędzie indziej.",
    },
    secondFactorOff: {
      subject: "Weryfikacja dwuetapowa w {app} jest wyłączona",
      intro: "Wyłączono weryfikację dwuetapową Twojego konta w {app}: {details}.",
      openLink: "Jeśli to nie Ty, otwórz ten link, aby włączyć ją ponownie:",
      button: "To nie ja",
      ignore: "Jeśli to Ty, zignoruj tę wiadomość. Jeśli nie, natychmiast wyloguj się wszędzie indziej.",
    },
    secondFactorReset: {
      subject: "Wyłączono dla Ciebie weryfikację dwuetapową w {app}",
      intro: "Administratorzy {app} wyłączyli weryfikację dwuetapową Twojego konta: {details}.",
      openLink: "Otwórz ten link, aby włączyć ją ponownie:",
      button: "Zobacz moje konto",
      ignore: "Jeśli prośba o to pochodzi od Ciebie, zignoruj tę wiadomość. Jeśli nie, natychmiast " +
        "zapytaj ich, kto o to prosił.",
    },
    recoveryCodeUsed: {
      subject: "Użyto kodu odzyskiwania w {app}",
      intro: "Ktoś zalogował się na Twoje konto w {app} jednym z Twoich kodów odzyskiwania: {details}.",
      openLink: "Otwórz ten link, aby zobaczyć, gdzie trwają Twoje sesje, i utworzyć nowe kody:",
      button: "Zobacz moje konto",
      ignore: "Jeśli to Ty, zignoruj tę wiadomość. Jeśli nie, natychmiast wyloguj się wszędzie indziej.",
    },
    recoveryCodesReplaced: {
      subject: "Nowe kody odzyskiwania w {app}",
      intro: "Ktoś utworzył nowe kody odzyskiwania do Twojego konta w {app}: {details}.",
      openLink: "Otwórz ten link, aby zobaczyć, gdzie trwają Twoje sesje, i utworzyć nowe kody:",
      button: "To nie ja",
      ignore: "Jeśli to Ty, zignoruj tę wiadomość. Jeśli nie, natychmiast wyloguj się wszędzie indziej.",
    },
    enrol: {
      subject: "Twój kod do {app}",
      intro: "Tym kodem skonfigurujesz weryfikację dwuetapową w {app}.",
      openLink: "Jeśli strona, która o niego prosi, jest już zamknięta, otwórz ten link:",
      button: "Otwórz stronę",
      typeCode: "Wpisz ten kod na stronie, która o niego prosi:",
      lifetime: "Działa tylko raz. Czas ważności: {lifetime}.",
      ignore: "Jeśli to nie Ty, ktoś zna Twoje hasło lub używa Twojego konta. Bez tego kodu nie " +
        "pójdzie dalej. Zmień to hasło.",
    },
  },
};
