/**
 * The messages of the account page in Ukrainian.
 *
 * @module
 */

import type { AccountMessages } from "../account_types.ts";

/** The page. */
export const account: AccountMessages = {
  heading: "Ваш обліковий запис",
  signOut: "Вийти",
  security: "Безпека",
  devices: "Пристрої",
  recommended: "Рекомендуємо",
  notNow: "Не зараз",
  ways: "Способи входу",
  noWays: "Поки немає.",
  notFresh: "Перед видаленням потрібно буде увійти ще раз.",
  added: "Дата додавання: {date}",
  verified: "Дата підтвердження: {date}",
  used: "Останнє використання: {date}",
  signedIn: "Дата входу: {date}",
  add: "Додати інший спосіб входу",
  actions: "Дії: {name}",
  remove: "Видалити",
  removeNamed: "Видалити: {name}",
  removeEffect: "Після цього ви не зможете увійти в цей спосіб.",
  stays: "Ви й надалі зможете входити так: {ways}.",
  othersEnd: "На інших ваших пристроях буде виконано вихід.",
  lastWay: "Це ваш єдиний спосіб входу. Перш ніж видалити його, додайте інший.",
  onlyWay: "У вас лише один. Якщо ви його втратите, не зможете увійти.",
  passkeys: "Ключі доступу",
  passkey: "Ключ доступу",
  securityKey: "Ключ безпеки",
  synced: "На всіх ваших пристроях",
  rename: "Перейменувати: {name}",
  newName: "Назва",
  showAll: "Показати всі ({count})",
  save: "Зберегти",
  addPasskey: "Додати ключ доступу",
  passkeyAdvice: "З ключем доступу можна увійти за відбитком пальця, обличчям або PIN-кодом.",
  needsScript: "Щоб додати ключ доступу, потрібен JavaScript.",
  sessions: "Активні сеанси",
  thisSession: "Цей браузер",
  unknownDevice: "Невідомий пристрій",
  endSession: "Завершити сеанс",
  endSessionNamed: "Завершити сеанс: {name}",
  endOthers: "Завершити всі інші сеанси",
  tokenSessions:
    "Цей сайт зберігає ваш сеанс лише у вашому браузері, тому показати тут інші браузери або завершити їхні сеанси не можна.",
  done: {
    removed: "Видалено. Увійти в цей спосіб більше не можна.",
    renamed: "Назву збережено.",
    "signed-out": "Сеанс у тому браузері завершено.",
    "signed-out-others": "Усі інші сеанси завершено.",
  },
  errors: {
    LastWay: { what: "Це ваш єдиний спосіб входу.", now: "Перш ніж видалити його, додайте інший." },
    NotFound: { what: "Цього вже немає.", now: "Список нижче актуальний." },
    NotRemovable: { what: "Це не можна видалити тут.", now: "Зверніться до адміністраторів сайту." },
    NotAvailable: { what: "На цьому сайті це неможливо.", now: "Зверніться до адміністраторів сайту." },
    unknown: { what: "Не вийшло.", now: "Спробуйте ще раз." },
  },
};
