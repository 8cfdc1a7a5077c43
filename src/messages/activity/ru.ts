/**
 * The messages about what has happened to an account in Russian.
 *
 * @module
 */

import type { ActivityMessages } from "../activity_types.ts";

/** The card of the account page. */
export const activity: ActivityMessages = {
  heading: "Последние действия",
  signIn: "Вход",
  stepUp: "Личность подтверждена",
  failed: "Неудачный вход",
  wrong: { password: "Неверный пароль", code: "Неверный код", passkey: "Ключ доступа не принят" },
  times: "Попыток: {count}",
  other: "Учётная запись изменена",
  past: {
    passwordChanged: "Пароль изменён",
    secondFactorReset: "Служба поддержки выключила двухэтапный вход",
    deletionRequested: "Запрошено удаление учётной записи",
    deletionUndone: "Удаление учётной записи отменено",
    emailAdopted: "Новый адрес электронной почты",
    emailRestored: "Прежний адрес электронной почты восстановлен",
    "change-username": "Имя пользователя изменено",
  },
};
