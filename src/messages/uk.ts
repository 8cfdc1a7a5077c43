/**
 * The messages in Ukrainian.
 *
 * @module
 */

import { account } from "./account/uk.ts";
import { activity } from "./activity/uk.ts";
import { deletion, deletionMails } from "./deletion/uk.ts";
import { emailChange, emailChangeMails } from "./email_change/uk.ts";
import { password, passwordMails, securityMails } from "./passwords/uk.ts";
import { signUp } from "./sign_up/uk.ts";
import { userNames } from "./user_names/uk.ts";
import { administration } from "./administration/uk.ts";
import { profile } from "./profile/uk.ts";
import type { Messages } from "./types.ts";

const AGAIN = "Спробуйте ще раз або виберіть інший спосіб входу.";
const BEFORE = "Якщо це ви, увійдіть так, як раніше. Якщо ні, зв’яжіться з нами.";
const UNVERIFIED = "Обліковий запис із цією адресою вже є, але адресу так і не підтвердили.";

/** The messages. */
export const uk: Messages = {
  general: {
    back: "Повернутися на {app}",
    unknownError: { what: "Не вдалося увійти.", now: "Спробуйте ще раз." },
    errorTitle: "Помилка: {title}",
    wait: "Зачекайте.",
    waitTime: "Час очікування: {time}",
    triesLeft: "Залишилося спроб: {count}.",
    justNow: "щойно",
    email: "Електронна пошта",
    passkey: "Ключ доступу",
    device: "{browser} на {system}",
    terms: "Умови",
    privacy: "Конфіденційність",
    support: "Довідка",
    otherWay: "Увійти в інший спосіб",
    keptForm: {
      heading: "Залишився один крок",
      text: "Форму ще не надіслано.",
      button: "Надіслати",
      page: "Сторінка",
      filledIn: "Заповнено",
      files: "Файли не зберігаються. Виберіть їх знову.",
      discard: "Не надсилати",
    },
  },
  signIn: {
    heading: "Вхід",
    headingNamed: "Увійти на {app}",
    purpose: "щоб продовжити на {app}",
    headingToAdd: "Додати спосіб входу",
    purposeToAdd: "до вашого облікового запису на {app}",
    current: "Ви увійшли як {person}.",
    currentNameless: "Ви увійшли в систему.",
    another: "Ви також можете увійти з іншим обліковим записом.",
    adding: "Те, що ви тут виберете, дасть змогу входити в цей обліковий запис.",
    button: "Продовжити через {provider}",
    signUp: "Зареєструватися через {provider}",
    address: "Електронна адреса",
    addressExample: "name@example.com",
    password: "Пароль",
    continue: "Продовжити",
    submit: "Увійти",
    forgotPassword: "Забули пароль?",
    showPassword: "Показати пароль",
    sendMail: "Надіслати мені посилання для входу",
    sendMailWith: "Надіслати посилання для входу через {provider}",
    usePasskey: "Увійти з ключем доступу",
    createPasskey: "Зареєструватися з ключем доступу",
    addPasskey: "Додати ключ доступу",
    passkeyNeedsScript: "Для ключів доступу потрібен JavaScript.",
    lastUsed: "Минулого разу",
    more: "Інші способи входу",
    newHere: "Вперше тут?",
    register: "Створити обліковий запис",
    or: "або",
    nothingToAdd: "Більше додати нічого.",
    noProvider: {
      what: "Способів входу ще немає.",
      now: "Якщо ви керуєте цим сайтом, додайте постачальника до його конфігурації.",
    },
  },
  signInErrors: {
    AccountNotLinked: {
      what: "Цей ключ доступу або його адреса належить іншому користувачеві.",
      now: BEFORE,
    },
    CredentialsSignin: { what: "Ці дані неправильні.", now: "Перевірте їх і спробуйте ще раз." },
    EmailSignInError: {
      what: "Не вдалося надіслати лист.",
      now: "Спробуйте трохи пізніше.",
    },
    InvalidCheck: {
      what: "Вхід тривав надто довго або почався в іншому браузері.",
      now: "Почніть звідси ще раз. Якщо це повториться, дозвольте файли cookie.",
    },
    InvalidEmail: { what: "Введіть правильну електронну адресу.", now: "Перевірте її та спробуйте ще раз." },
    InvalidProvider: {
      what: "Такого способу входу немає.",
      now: "Виберіть один із наведених нижче.",
    },
    MissingCSRF: {
      what: "Сторінка була відкрита надто довго, або файли cookie заблоковано.",
      now: "Дозвольте файли cookie та спробуйте ще раз.",
    },
    OAuthAccountNotLinked: {
      what: "Цей обліковий запис або його адреса належить іншому користувачеві.",
      now: BEFORE,
    },
    OAuthCallbackError: { what: "Вхід скасовано або відхилено.", now: AGAIN },
    OAuthProfileParseError: {
      what: "Вибраний сервіс надав замало даних про ваш обліковий запис.",
      now: AGAIN,
    },
    OtherAccount: { what: "Вибрано інший обліковий запис, а не той, що підключений.", now: AGAIN },
    ProviderResponseError: { what: "Відповіді вибраного сервісу не можна довіряти.", now: AGAIN },
    ProviderUnavailable: { what: "Вибраний сервіс не відповідає.", now: AGAIN },
    RateLimited: {
      what: "Забагато спроб.",
      now: "Зачекайте трохи та спробуйте ще раз або увійдіть в інший спосіб.",
    },
    ReconnectRequired: { what: "Зв’язок із цим сервісом перервано.", now: "Увійдіть через нього ще раз." },
    ReconnectRequiredWithName: {
      what: "Зв’язок із {provider} перервано.",
      now: "Увійдіть через {provider} ще раз.",
    },
    ServerBusy: {
      what: "Сервер зараз дуже завантажений.",
      now: "Зачекайте кілька секунд і спробуйте ще раз.",
    },
    SessionNotFresh: { what: "Підтвердьте, що це ви.", now: "Увійдіть ще раз, щоб продовжити." },
    SessionRequired: {
      what: "Щоб побачити цю сторінку, потрібно увійти.",
      now: "Виберіть спосіб входу.",
    },
    TooManyWrongCodes: { what: "Введено забагато неправильних кодів.", now: "Почніть звідси ще раз." },
    UserChanged: { what: "Обліковий запис змінився під час входу.", now: AGAIN },
    UserNotVerified: {
      what: UNVERIFIED,
      now:
        "Увійдіть так, як раніше, а потім знову замовте тут лист, щоб підтвердити адресу. Якщо цей обліковий запис створили не ви, зв’яжіться з нами.",
    },
    UserNotVerifiedWithWays: {
      what: UNVERIFIED,
      now:
        "Увійдіть через {ways}, а потім знову замовте тут лист, щоб підтвердити адресу. Якщо цей обліковий запис створили не ви, зв’яжіться з нами.",
    },
    WebAuthnVerificationError: { what: "Не вдалося перевірити ваш ключ доступу.", now: AGAIN },
  },
  challenge: {
    needsScript: "Для цієї форми потрібен JavaScript.",
    errors: {
      ChallengeFailed: {
        what: "Не вдалося підтвердити, що форму надсилає людина.",
        now: "Спробуйте ще раз.",
      },
    },
  },
  signOut: {
    headingSignedOut: "Ви вийшли",
    textSignedOut: "У цьому браузері ніхто не ввійшов на {app}.",
    signIn: "Увійти",
    heading: "Вийти?",
    text: "Ваш сеанс на {app} у цьому браузері завершиться.",
    button: "Вийти",
    stay: "Залишитися",
  },
  verifyRequest: {
    heading: "Перевірте пошту",
    sentLinkAndCode: "Ми надіслали посилання й код на {email}. Відкрийте посилання або введіть код тут.",
    sentLink: "Ми надіслали посилання для входу на {email}. Відкрийте його, щоб увійти.",
    again: "Надіслати ще раз",
    againLater: "Надіслати ще раз через {seconds} с",
    sentAgain: "Ми надіслали ще один лист. Чинний лише останній.",
    tooEarly: "Зачекайте {seconds} с, перш ніж замовляти ще один лист.",
    otherAddress: "Вказати іншу адресу",
    link: "Ми надіслали вам посилання для входу на {app}. Відкрийте його, щоб увійти.",
    nothing: "Лист не надійшов за кілька хвилин? Перевірте папку зі спамом.",
    code: "Код",
    codeFormat: "Вісім цифр",
    button: "Увійти",
    InvalidCode: {
      what: "Цей код неправильний.",
      now: "Порівняйте його з останнім листом і спробуйте ще раз.",
    },
  },
  confirmation: {
    heading: "Це ви?",
    question: "Увійти на {app} як {email}?",
    button: "Увійти",
    note: "Якщо ви не замовляли це посилання або це не ваша адреса, не продовжуйте: саме лише посилання " +
      "нікого не впустить.",
    no: "Ні, це не я",
    headingSignedIn: "Ви вже увійшли",
  },
  link: {
    heading: "Додати до вашого облікового запису?",
    text: "Ви увійшли як {current} і щойно скористалися {provider}.",
    textWithName: "Ви увійшли як {current} і щойно скористалися {provider} як {proven}.",
    nameless: "користувач без імені",
    add: "Додати {provider} до облікового запису «{current}»",
    addNameless: "Додати {provider} до цього облікового запису",
    switch: "Продовжити як {proven}",
    switchNameless: "Продовжити як інша особа",
    note:
      "Якщо додати, {account} надалі дасть змогу входити в обліковий запис «{current}». Додавайте, лише якщо обидва належать вам.",
    noteNameless:
      "Якщо додати, {account} надалі дасть змогу входити у ваш поточний обліковий запис. Додавайте, лише якщо обидва належать вам.",
    cancel: "Скасувати",
  },
  takenOver: {
    heading: "Вашу адресу підтверджено",
    text: "Обліковий запис із цією адресою вже існував, і тепер доступ до нього маєте лише ви.",
    done: "Що ми зробили",
    removed: "Видалено",
    signedOut: "В усіх інших браузерах виконано вихід",
    advice: "Якщо якийсь із них був вашим, його можна налаштувати знову.",
    again: "Налаштувати знову",
    button: "Продовжити",
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
      heading: "У вас немає доступу",
      text:
        "З вашим обліковим записом сюди увійти не можна. Скористайтеся іншим або зверніться до адміністраторів сайту.",
      button: "Інший обліковий запис",
    },
    Configuration: {
      heading: "Вхід не працює",
      text: "Цей сайт налаштовано неправильно. Якщо ви ним керуєте, у його журналі вказано, що змінити.",
    },
    UserNotStored: { heading: "На цьому сайті це неможливо", text: "Зверніться до адміністраторів сайту." },
    ServerError: {
      heading: "Щось пішло не так",
      text: "Це наша помилка, не ваша. Спробуйте трохи пізніше.",
      button: "Спробувати ще раз",
    },
    Verification: {
      heading: "Це посилання вже не діє",
      text:
        "Посилання та код із листа діють один раз, недовго й не після надто багатьох неправильних кодів. Увійдіть ще раз, " +
        "щоб отримати нові.",
      button: "Увійти ще раз",
    },
    unknown: {
      heading: "Щось пішло не так",
      text: "Не вдалося увійти. Спробуйте ще раз.",
      button: "Увійти",
    },
  },
  passkey: {
    Configuration:
      "Ключі доступу на цьому сайті налаштовано неправильно. Якщо ви ним керуєте, у його журналі вказано, що змінити.",
    InvalidEmail: "Введіть правильну електронну адресу, наприклад name@example.com.",
    InvalidStateError: "На цьому пристрої вже є ваш ключ доступу. Увійдіть із ним.",
    NotAllowedError: "Ключ доступу не використано: дію скасовано або минуло забагато часу. Спробуйте ще раз.",
    NotSupportedError: "Цей пристрій не може створити ключ доступу для цього сайту.",
    SecurityError: "Цей сайт не може використовувати ключі доступу за цією адресою.",
    "Invalid request": "Спочатку увійдіть. Щоб зареєструватися, заповніть форму.",
    Unsupported:
      "Цей браузер не підтримує ключів доступу. Скористайтеся іншим браузером або іншим способом входу.",
    unknown: "Не вийшло. Спробуйте трохи пізніше.",
  },
  passkeyOffer: {
    heading: "Наступного разу входьте швидше",
    text:
      "З ключем доступу можна увійти за відбитком пальця, обличчям або PIN-кодом. Не потрібно нічого запам’ятовувати й чекати на лист.",
    button: "Створити ключ доступу",
    skip: "Не зараз",
  },
  mail: {
    subject: "Вхід на {app}",
    preheader: "Ваші посилання й код для входу.",
    openLink: "Відкрийте це посилання:",
    button: "Увійти",
    typeCode: "Або введіть цей код на сторінці, яка його запитує:",
    lifetime: "Посилання та код діють лише один раз. Термін дії: {lifetime}.",
    asked: "Запит: {details}",
    copyLink: "Кнопка не працює? Скопіюйте цю адресу у браузер:",
    warning: "Нікому не передавайте посилання й код, навіть тим, хто називає себе представником {app}.",
    warningLink: "Нікому не передавайте посилання, навіть тим, хто називає себе представником {app}.",
    warningCode: "Нікому не передавайте код, навіть тим, хто називає себе представником {app}.",
    ignore: "Якщо ви не замовляли цей лист, не зважайте на нього: без нього ніхто не увійде.",
    reason: "Ви отримали цей лист, бо хтось використав вашу адресу на {app}.",
    accountReason: "Цей лист стосується безпеки вашого облікового запису на {app}.",
  },
  password,
  passwordMails,
  securityMails,
};
