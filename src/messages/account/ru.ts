/**
 * The messages of the account page in Russian.
 *
 * @module
 */

import type { AccountMessages } from "../account_types.ts";

/** The page. */
export const account: AccountMessages = {
  heading: "Ваша учётная запись",
  signOut: "Выйти",
  security: "Безопасность",
  devices: "Устройства",
  ways: "Способы входа",
  noWays: "Пока нет.",
  notFresh: "Перед удалением нужно будет войти ещё раз.",
  added: "Дата добавления: {date}",
  verified: "Дата подтверждения: {date}",
  used: "Последнее использование: {date}",
  signedIn: "Дата входа: {date}",
  add: "Добавить другой способ входа",
  actions: "Действия: {name}",
  remove: "Удалить",
  removeNamed: "Удалить: {name}",
  removeEffect: "После этого вы не сможете войти этим способом.",
  stays: "Вы по-прежнему сможете входить так: {ways}.",
  othersEnd: "На других ваших устройствах будет выполнен выход.",
  lastWay: "Это ваш единственный способ входа. Прежде чем удалить его, добавьте другой.",
  passkeys: "Ключи доступа",
  passkey: "Ключ доступа",
  securityKey: "Ключ безопасности",
  synced: "На всех ваших устройствах",
  rename: "Переименовать: {name}",
  newName: "Название",
  showAll: "Показать все ({count})",
  save: "Сохранить",
  addPasskey: "Добавить ключ доступа",
  needsScript: "Чтобы добавить ключ доступа, нужен JavaScript.",
  sessions: "Активные сеансы",
  thisSession: "Этот браузер",
  unknownDevice: "Неизвестное устройство",
  endSession: "Завершить сеанс",
  endSessionNamed: "Завершить сеанс: {name}",
  endOthers: "Завершить все другие сеансы",
  tokenSessions:
    "Этот сайт хранит ваш сеанс только в вашем браузере, поэтому показать здесь другие браузеры или завершить их сеансы нельзя.",
  done: {
    removed: "Удалено. Войти этим способом больше нельзя.",
    renamed: "Название сохранено.",
    "signed-out": "Сеанс в том браузере завершён.",
    "signed-out-others": "Все другие сеансы завершены.",
  },
  errors: {
    LastWay: {
      what: "Это ваш единственный способ входа.",
      now: "Прежде чем удалить его, добавьте другой.",
    },
    NotFound: { what: "Этого больше нет.", now: "Список ниже актуален." },
    NotRemovable: { what: "Это нельзя удалить здесь.", now: "Обратитесь к администраторам сайта." },
    NotAvailable: { what: "На этом сайте это невозможно.", now: "Обратитесь к администраторам сайта." },
    unknown: { what: "Не получилось.", now: "Попробуйте ещё раз." },
  },
};
