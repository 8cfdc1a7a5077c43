/**
 * The messages about passwords in Polish.
 *
 * @module
 */

import type { PasswordMailsMessages, PasswordMessages, SecurityMailsMessages } from "../password_types.ts";

/** The pages. */
export const password: PasswordMessages = {
  signUpHeading: "Utwórz konto",
  signUpHeadingNamed: "Utwórz konto w {app}",
  signUpButton: "Utwórz konto",
  unverified:
    "Hasło jest prawidłowe. Ten adres nie został jeszcze potwierdzony: potwierdź go za pomocą wiadomości, aby się zalogować.",
  unknownBrowser:
    "Nie znamy jeszcze tej przeglądarki. Aby się zalogować, wpisz kod, który wysłaliśmy na adres {email}.",
  agreement: "Tworząc konto, akceptujesz: {documents}",
  haveAccount: "Masz już konto?",
  signIn: "Zaloguj się",
  hint: "Użyj co najmniej {count} znaków. Kilka słów pod rząd to hasło silne i łatwe do zapamiętania.",
  typed: "{typed} z {count} znaków.",
  longEnough: "Wystarczająco długie.",
  forgotHeading: "Ustaw nowe hasło",
  forgotText: "Podaj swój adres e-mail. Wyślemy Ci link do wyboru nowego hasła.",
  forgotButton: "Wyślij mi link",
  chooseHeading: "Wybierz hasło",
  chooseText: "Do konta {email}. Po zapisaniu nastąpi zalogowanie.",
  chooseTextWithCode:
    "Wysłaliśmy link i kod na adres {email}. Otwórz link albo wpisz tutaj kod i nowe hasło.",
  chooseButton: "Zapisz i zaloguj się",
  keepHeading: "Czy to Twoje hasło?",
  keepText: "Konto {email} ma hasło sprzed potwierdzenia tego adresu. Jeśli to Twoje hasło, wpisz je, " +
    "a pozostanie.",
  keepButton: "Zachowaj to hasło",
  keepWrong:
    "Jeśli będzie błędne, zostanie usunięte, bo mogła je ustawić obca osoba. Wtedy możesz wybrać nowe.",
  keepOther:
    "Jeśli to hasło nie pochodzi od Ciebie, powstanie nowe konto, a drugie nie będzie już miało tego adresu.",
  keepNever: "To hasło nie pochodzi ode mnie",
  removed: "Poprzednie hasło zostało usunięte. Możesz wybrać nowe.",
  changeHeading: "Zmień hasło",
  addHeading: "Dodaj hasło",
  changeText: "Wszystkie inne przeglądarki zostaną wylogowane.",
  currentPassword: "Obecne hasło",
  newPassword: "Nowe hasło",
  changeButton: "Zapisz hasło",
  cancel: "Anuluj",
  change: "Zmień hasło",
  add: "Dodaj hasło",
  setAt: "Data ustawienia: {date}",
  changed: "Hasło zostało zapisane. Wylogowano wszędzie indziej.",
  errors: {
    TooShort: {
      what: "To hasło jest za krótkie.",
      now: "Użyj co najmniej {count} znaków, na przykład kilku słów pod rząd.",
    },
    TooLong: { what: "To hasło jest za długie.", now: "Użyj najwyżej 1024 znaków." },
    TooCommon: {
      what: "To jedno z pierwszych haseł, które sprawdzają obcy.",
      now: "Wybierz inne, na przykład kilka niepowiązanych ze sobą słów.",
    },
    Leaked: {
      what: "To hasło pojawiło się w wycieku danych.",
      now: "Wybierz inne i zmień to hasło wszędzie, gdzie jeszcze go używasz.",
    },
    WrongPassword: { what: "To nie jest Twoje obecne hasło.", now: "Sprawdź je i spróbuj ponownie." },
  },
};

/** The mails. */
export const passwordMails: PasswordMailsMessages = {
  confirm: {
    subject: "Potwierdź swój adres w {app}",
    intro: "Witamy w {app}. Potwierdź, że ten adres należy do Ciebie, a Twoje konto będzie gotowe.",
    openLink: "Otwórz ten link, aby potwierdzić swój adres:",
    button: "Potwierdź adres",
    ignore: "Jeśli to nie Ty tworzysz konto, zignoruj tę wiadomość: bez niej konto nie powstanie.",
  },
  exists: {
    subject: "Masz już konto w {app}",
    intro:
      "Ktoś, być może Ty, chciał utworzyć konto w {app} z tym adresem. Masz już konto: zaloguj się tak " +
      "jak zawsze. Jeśli nie pamiętasz hasła, wybierz nowe.",
    openLink: "Otwórz ten link, aby wybrać nowe hasło:",
    button: "Wybierz nowe hasło",
    ignore: "Jeśli to nie Ty, zignoruj tę wiadomość: nic się nie zmieniło.",
  },
  reset: {
    subject: "Ustaw nowe hasło w {app}",
    intro:
      "Wybierz nowe hasło do swojego konta w {app}. Wszystkie inne przeglądarki zostaną wtedy wylogowane.",
    openLink: "Otwórz ten link, aby wybrać nowe hasło:",
    button: "Wybierz nowe hasło",
    ignore: "Jeśli prośba o tę wiadomość nie pochodzi od Ciebie, zignoruj ją: Twoje hasło się nie zmieniło.",
  },
  noAccount: {
    subject: "W {app} nie ma konta z tym adresem",
    intro:
      "Ktoś, być może Ty, poprosił o nowe hasło w {app}, ale nie ma konta z tym adresem. Być może Twoje " +
      "konto ma inny adres albo inny sposób logowania.",
    openLink: "Otwórz ten link, aby utworzyć konto:",
    button: "Utwórz konto",
    ignore: "Jeśli to nie Ty, zignoruj tę wiadomość: nic się nie stało.",
  },
  unknownBrowser: {
    subject: "Potwierdź logowanie do {app}",
    intro: "Ktoś, być może Ty, podał Twoje hasło do {app} w przeglądarce, której jeszcze nie znamy.",
    openLink: "Jeśli to nie Ty, ktoś zna Twoje hasło. Otwórz ten link, aby wybrać nowe:",
    button: "Wybierz nowe hasło",
    typeCode: "Jeśli to Ty, wpisz ten kod w tamtej przeglądarce:",
    ignore: "Jeśli to nie Ty, natychmiast wybierz nowe hasło. Bez kodu nikt się tam nie zaloguje.",
  },
};

const LOOK = {
  button: "To nie ja",
  ignore: "Jeśli to Ty, zignoruj tę wiadomość. Jeśli nie, natychmiast wyloguj się wszędzie indziej.",
};

/** The mails that tell a user what has happened to their account. */
export const securityMails: SecurityMailsMessages = {
  newDevice: {
    subject: "Nowe logowanie do {app}",
    intro: "Ktoś zalogował się na Twoje konto w {app} w przeglądarce, której jeszcze nie znamy: {details}.",
    openLink: "Otwórz ten link, aby zobaczyć, gdzie trwają Twoje sesje:",
    ...LOOK,
  },
  passwordChanged: {
    subject: "Twoje hasło w {app} jest nowe",
    intro:
      "Ustawiono hasło Twojego konta w {app}: {details}. We wszystkich innych przeglądarkach nastąpiło wylogowanie.",
    openLink: "Jeśli to nie Ty, otwórz ten link, aby wybrać inne hasło:",
    button: "Wybierz inne hasło",
    otherButton: "Zobacz moje konto",
    ignore: "Jeśli to Ty, zignoruj tę wiadomość.",
  },
  wayAdded: {
    subject: "Nowy sposób logowania do {app}",
    intro: "Do Twojego konta w {app} dodano sposób logowania: {way} ({details}).",
    openLink: "Otwórz ten link, aby zobaczyć wszystkie sposoby logowania:",
    ...LOOK,
  },
  wayRemoved: {
    subject: "Usunięto sposób logowania do {app}",
    intro: "Z Twojego konta w {app} usunięto sposób logowania: {way} ({details}).",
    openLink: "Otwórz ten link, aby zobaczyć wszystkie sposoby logowania:",
    ...LOOK,
  },
};
