/**
 * The messages in Polish.
 *
 * @module
 */

import { account } from "./account/pl.ts";
import { activity } from "./activity/pl.ts";
import { deletion, deletionMails } from "./deletion/pl.ts";
import { emailChange, emailChangeMails } from "./email_change/pl.ts";
import { password, passwordMails, securityMails } from "./passwords/pl.ts";
import { signUp } from "./sign_up/pl.ts";
import { userNames } from "./user_names/pl.ts";
import { administration } from "./administration/pl.ts";
import { profile } from "./profile/pl.ts";
import type { Messages } from "./types.ts";

const AGAIN = "Spróbuj ponownie lub wybierz inny sposób logowania.";
const BEFORE =
  "Jeśli należy do Ciebie, zaloguj się tak jak wcześniej. W przeciwnym razie skontaktuj się z nami.";
const UNVERIFIED = "Konto z tym adresem już istnieje, ale adres nigdy nie został potwierdzony.";

/** The messages. */
export const pl: Messages = {
  general: {
    back: "Wróć do {app}",
    unknownError: { what: "Logowanie nie powiodło się.", now: "Spróbuj ponownie." },
    errorTitle: "Błąd: {title}",
    wait: "Proszę czekać.",
    waitTime: "Czas oczekiwania: {time}",
    triesLeft: "Pozostałe próby: {count}.",
    justNow: "przed chwilą",
    email: "E-mail",
    passkey: "Klucz dostępu",
    device: "{browser}, {system}",
    terms: "Regulamin",
    privacy: "Prywatność",
    support: "Pomoc",
    otherWay: "Zaloguj się w inny sposób",
    keptForm: {
      heading: "Jeszcze jeden krok",
      text: "Formularz nie został jeszcze wysłany.",
      button: "Wyślij",
      page: "Strona",
      filledIn: "Wypełniono",
      files: "Pliki nie są przechowywane. Wybierz je ponownie.",
      discard: "Odrzuć",
    },
  },
  signIn: {
    heading: "Zaloguj się",
    headingNamed: "Zaloguj się do {app}",
    purpose: "aby przejść do {app}",
    headingToAdd: "Dodaj sposób logowania",
    purposeToAdd: "do swojego konta w {app}",
    current: "Zalogowano jako {person}.",
    currentNameless: "Zalogowano.",
    another: "Możesz też zalogować się na inne konto.",
    adding: "To, co tu wybierzesz, da dostęp do tego konta.",
    button: "Kontynuuj przez {provider}",
    signUp: "Zarejestruj się przez {provider}",
    address: "Adres e-mail",
    addressExample: "imie@example.com",
    password: "Hasło",
    continue: "Dalej",
    submit: "Zaloguj się",
    forgotPassword: "Nie pamiętasz hasła?",
    showPassword: "Pokaż hasło",
    sendMail: "Wyślij mi link do logowania",
    sendMailWith: "Wyślij mi link do logowania przez {provider}",
    usePasskey: "Zaloguj się kluczem dostępu",
    createPasskey: "Zarejestruj się kluczem dostępu",
    addPasskey: "Dodaj klucz dostępu",
    passkeyNeedsScript: "Klucze dostępu wymagają JavaScriptu.",
    lastUsed: "Ostatnio używane",
    more: "Więcej sposobów logowania",
    newHere: "Pierwszy raz tutaj?",
    register: "Utwórz konto",
    or: "lub",
    nothingToAdd: "Nie ma już nic, co można dodać.",
    noProvider: {
      what: "Nie ma jeszcze żadnego sposobu logowania.",
      now: "Jeśli prowadzisz tę stronę, dodaj dostawcę do jej konfiguracji.",
    },
  },
  signInErrors: {
    AccountNotLinked: { what: "Ten klucz dostępu lub jego adres należy do innego użytkownika.", now: BEFORE },
    CredentialsSignin: { what: "Te dane są nieprawidłowe.", now: "Sprawdź je i spróbuj ponownie." },
    EmailSignInError: {
      what: "Nie udało się wysłać wiadomości.",
      now: "Spróbuj ponownie za chwilę.",
    },
    InvalidCheck: {
      what: "Logowanie trwało zbyt długo lub rozpoczęto je w innej przeglądarce.",
      now: "Zacznij tutaj od nowa. Jeśli to się powtórzy, zezwól na pliki cookie.",
    },
    InvalidEmail: { what: "Podaj prawidłowy adres e-mail.", now: "Sprawdź go i spróbuj ponownie." },
    InvalidProvider: {
      what: "Ten sposób logowania nie jest dostępny.",
      now: "Wybierz jeden z poniższych.",
    },
    MissingCSRF: {
      what: "Strona była otwarta zbyt długo albo pliki cookie są zablokowane.",
      now: "Zezwól na pliki cookie i spróbuj ponownie.",
    },
    OAuthAccountNotLinked: { what: "To konto lub jego adres należy do innego użytkownika.", now: BEFORE },
    OAuthCallbackError: { what: "Logowanie zostało anulowane lub odrzucone.", now: AGAIN },
    OAuthProfileParseError: {
      what: "Wybrana usługa przekazała zbyt mało informacji o Twoim koncie.",
      now: AGAIN,
    },
    OtherAccount: { what: "Wybrano inne konto niż to, które jest połączone.", now: AGAIN },
    ProviderResponseError: { what: "Odpowiedź wybranej usługi nie jest wiarygodna.", now: AGAIN },
    ProviderUnavailable: { what: "Wybrana usługa nie odpowiada.", now: AGAIN },
    RateLimited: {
      what: "Było zbyt wiele prób.",
      now: "Poczekaj chwilę i spróbuj ponownie albo zaloguj się w inny sposób.",
    },
    ReconnectRequired: {
      what: "Połączenie z tą usługą zostało zakończone.",
      now: "Zaloguj się przez nią ponownie.",
    },
    ReconnectRequiredWithName: {
      what: "Połączenie z {provider} zostało zakończone.",
      now: "Zaloguj się ponownie przez {provider}.",
    },
    ServerBusy: {
      what: "Serwer jest w tej chwili bardzo obciążony.",
      now: "Poczekaj kilka sekund i spróbuj ponownie.",
    },
    SessionNotFresh: {
      what: "Potwierdź, że to Ty.",
      now: "Zaloguj się ponownie, aby kontynuować.",
    },
    SessionRequired: {
      what: "Aby zobaczyć tę stronę, trzeba się zalogować.",
      now: "Wybierz sposób logowania.",
    },
    TooManyWrongCodes: { what: "Wpisano zbyt wiele nieprawidłowych kodów.", now: "Zacznij tutaj od nowa." },
    UserChanged: { what: "Konto zmieniło się podczas logowania.", now: AGAIN },
    UserNotVerified: {
      what: UNVERIFIED,
      now:
        "Zaloguj się tak jak wcześniej, a potem poproś tutaj ponownie o wiadomość, aby potwierdzić adres. Jeśli to konto nie jest Twoje, skontaktuj się z nami.",
    },
    UserNotVerifiedWithWays: {
      what: UNVERIFIED,
      now:
        "Zaloguj się przez {ways}, a potem poproś tutaj ponownie o wiadomość, aby potwierdzić adres. Jeśli to konto nie jest Twoje, skontaktuj się z nami.",
    },
    WebAuthnVerificationError: { what: "Nie udało się zweryfikować klucza dostępu.", now: AGAIN },
  },
  challenge: {
    needsScript: "Ten formularz wymaga JavaScriptu.",
    errors: {
      ChallengeFailed: {
        what: "Nie udało się potwierdzić, że formularz wysyła człowiek.",
        now: "Spróbuj ponownie.",
      },
    },
  },
  signOut: {
    headingSignedOut: "Wylogowano",
    textSignedOut: "W tej przeglądarce nikt nie jest zalogowany w {app}.",
    signIn: "Zaloguj się",
    heading: "Wylogować się?",
    text: "Zakończy to Twoją sesję w {app} w tej przeglądarce.",
    button: "Wyloguj się",
    stay: "Nie wylogowuj",
  },
  verifyRequest: {
    heading: "Sprawdź pocztę",
    sentLinkAndCode: "Wysłaliśmy link i kod na adres {email}. Otwórz link albo wpisz kod tutaj.",
    sentLink: "Wysłaliśmy link do logowania na adres {email}. Otwórz go, aby się zalogować.",
    again: "Wyślij ponownie",
    againLater: "Wyślij ponownie za {seconds} s",
    sentAgain: "Wysłaliśmy kolejną wiadomość. Liczy się najnowsza.",
    tooEarly: "Poczekaj {seconds} s, zanim poprosisz o kolejną wiadomość.",
    otherAddress: "Użyj innego adresu",
    link: "Link do logowania w {app} jest w drodze. Otwórz go, aby się zalogować.",
    nothing: "Nic nie dotarło po kilku minutach? Sprawdź folder ze spamem.",
    code: "Kod",
    codeFormat: "Osiem cyfr",
    button: "Zaloguj się",
    InvalidCode: {
      what: "Ten kod jest nieprawidłowy.",
      now: "Porównaj go z najnowszą wiadomością i spróbuj ponownie.",
    },
  },
  confirmation: {
    heading: "Czy to Ty?",
    question: "Zalogować się do {app} jako {email}?",
    button: "Zaloguj się",
    note: "Jeśli prośba o ten link nie pochodzi od Ciebie albo to nie jest Twój adres, nie kontynuuj: sam " +
      "link nikogo nie loguje.",
    no: "Nie, to nie ja",
    headingSignedIn: "Już zalogowano",
  },
  link: {
    heading: "Dodać do Twojego konta?",
    text: "Zalogowano jako {current}, a przed chwilą użyto {provider}.",
    textWithName: "Zalogowano jako {current}, a przed chwilą użyto {provider} jako {proven}.",
    nameless: "użytkownik bez nazwy",
    add: "Dodaj {provider} do konta „{current}”",
    addNameless: "Dodaj {provider} do tego konta",
    switch: "Kontynuuj jako {proven}",
    switchNameless: "Kontynuuj jako inna osoba",
    note:
      "Po dodaniu {account} da dostęp do konta „{current}”. Dodaj tylko wtedy, gdy jedno i drugie należy do Ciebie.",
    noteNameless:
      "Po dodaniu {account} da dostęp do Twojego obecnego konta. Dodaj tylko wtedy, gdy jedno i drugie należy do " +
      "Ciebie.",
    cancel: "Anuluj",
  },
  takenOver: {
    heading: "Twój adres jest potwierdzony",
    text: "Konto z tym adresem już istniało, a teraz tylko Ty masz do niego dostęp.",
    done: "Co zrobiliśmy",
    removed: "Usunięto",
    signedOut: "Wylogowano wszystkie inne przeglądarki",
    advice: "Jeśli któryś z nich należał do Ciebie, możesz skonfigurować go ponownie.",
    again: "Skonfiguruj ponownie",
    button: "Dalej",
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
      heading: "Brak dostępu",
      text:
        "Na to konto nie można się tutaj zalogować. Użyj innego lub skontaktuj się z administratorem strony.",
      button: "Użyj innego konta",
    },
    Configuration: {
      heading: "Logowanie nie działa",
      text:
        "Ta strona nie jest poprawnie skonfigurowana. Jeśli ją prowadzisz, w jej dzienniku znajdziesz, co zmienić.",
    },
    UserNotStored: {
      heading: "Na tej stronie nie jest to możliwe",
      text: "Skontaktuj się z administratorem strony.",
    },
    ServerError: {
      heading: "Coś poszło nie tak",
      text: "To nasz błąd, nie Twój. Spróbuj ponownie za chwilę.",
      button: "Spróbuj ponownie",
    },
    Verification: {
      heading: "Ten link już nie działa",
      text:
        "Link i kod z wiadomości działają raz, przez krótki czas i nie po zbyt wielu błędnych kodach. Zaloguj się ponownie, " +
        "aby otrzymać nowe.",
      button: "Zaloguj się ponownie",
    },
    unknown: {
      heading: "Coś poszło nie tak",
      text: "Nie udało się zalogować. Spróbuj ponownie.",
      button: "Zaloguj się",
    },
  },
  passkey: {
    Configuration:
      "Klucze dostępu nie są na tej stronie poprawnie skonfigurowane. Jeśli ją prowadzisz, w jej dzienniku znajdziesz, co zmienić.",
    InvalidEmail: "Podaj prawidłowy adres e-mail, na przykład imie@example.com.",
    InvalidStateError: "To urządzenie ma już Twój klucz dostępu. Użyj go, aby się zalogować.",
    NotAllowedError: "Nie użyto klucza dostępu: anulowano operację lub trwała zbyt długo. Spróbuj ponownie.",
    NotSupportedError: "To urządzenie nie może utworzyć klucza dostępu do tej strony.",
    SecurityError: "Ta strona nie może używać kluczy dostępu pod tym adresem.",
    "Invalid request": "Najpierw się zaloguj. Aby się zarejestrować, wypełnij formularz.",
    Unsupported:
      "Ta przeglądarka nie obsługuje kluczy dostępu. Użyj innej przeglądarki lub innego sposobu logowania.",
    unknown: "Nie udało się. Spróbuj ponownie za chwilę.",
  },
  passkeyOffer: {
    heading: "Następnym razem zaloguj się szybciej",
    text:
      "Z kluczem dostępu logujesz się odciskiem palca, twarzą lub kodem PIN. Nie trzeba niczego pamiętać ani czekać na e-mail.",
    button: "Utwórz klucz dostępu",
    skip: "Nie teraz",
  },
  mail: {
    subject: "Logowanie do {app}",
    preheader: "Oto Twój link i kod do logowania.",
    openLink: "Otwórz ten link:",
    button: "Zaloguj się",
    typeCode: "Lub wpisz ten kod na stronie, która o niego prosi:",
    lifetime: "Link i kod działają tylko raz. Czas ważności: {lifetime}.",
    asked: "Szczegóły prośby: {details}",
    copyLink: "Przycisk nie działa? Skopiuj ten adres do przeglądarki:",
    warning: "Nigdy nie podawaj nikomu linku ani kodu, nawet osobom, które podają się za {app}.",
    warningLink: "Nigdy nie podawaj nikomu linku, nawet osobom, które podają się za {app}.",
    warningCode: "Nigdy nie podawaj nikomu kodu, nawet osobom, które podają się za {app}.",
    ignore:
      "Jeśli prośba o tę wiadomość nie pochodzi od Ciebie, zignoruj ją: bez niej nikt się nie zaloguje.",
    reason: "Otrzymujesz tę wiadomość, ponieważ ktoś użył Twojego adresu w {app}.",
    accountReason: "Ta wiadomość dotyczy bezpieczeństwa Twojego konta w {app}.",
  },
  password,
  passwordMails,
  securityMails,
};
