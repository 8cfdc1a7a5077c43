/**
 * The messages about the deletion of an account in Russian.
 *
 * @module
 */

import type { DeletionMailsMessages, DeletionMessages } from "../deletion_types.ts";

/** The card of the account page, and the page. */
export const deletion: DeletionMessages = {
  heading: "Удалить аккаунт",
  text: "Удаляет ваш аккаунт в {app} со всем содержимым. Время, чтобы передумать: {time}.",
  textAtOnce: "Сразу удаляет ваш аккаунт в {app} со всем содержимым.",
  button: "Удалить аккаунт",
  question: "Удалить ваш аккаунт?",
  loss: "Вы потеряете аккаунт в {app}: профиль, способы входа и всё, что там сохранили.",
  stays:
    "Сейчас вы выйдете на всех устройствах. Время, чтобы сохранить аккаунт: {time}. Войдите или откройте ссылку из нашего письма.",
  nothingStays: "Это произойдёт сразу, и отменить это нельзя.",
  confirm: "Введите {value} для подтверждения",
  keep: "Сохранить мой аккаунт",
  kept: "Ваш аккаунт остаётся.",
  notConfirmed: {
    what: "Ничего не удалено: введён другой текст.",
    now: "Введите его точно так, как показано.",
  },
  tooLate: {
    what: "Сохранить аккаунт уже нельзя.",
    now: "Он удаляется.",
  },
  pendingHeading: "Ваш аккаунт будет удалён",
  pending: "Дата удаления: {date}.",
  pendingText: "Ваш аккаунт в {app} будет удалён. Дата: {date}. До этого времени его можно сохранить.",
  keptHeading: "Ваш аккаунт остаётся",
  keptText: "Ничего не удалено. Войдите, чтобы продолжить.",
  deletedHeading: "Ваш аккаунт удалён",
  deletedText: "Вашего аккаунта в {app} больше нет, как и всего, что в нём было.",
};

/** The emails. */
export const deletionMails: DeletionMailsMessages = {
  deletionRequested: {
    subject: "Ваш аккаунт в {app} будет удалён",
    intro: "Ваш аккаунт в {app} будет удалён. Дата: {date}. Запрос: {details}.",
    openLink: "Чтобы сохранить его, откройте до этого ссылку:",
    button: "Сохранить мой аккаунт",
    ignore:
      "Если это ваша просьба, не обращайте внимания на письмо. Если нет, откройте ссылку, а затем проверьте, где выполнен вход.",
  },
  deletionUndone: {
    subject: "Ваш аккаунт в {app} остаётся",
    intro: "Ваш аккаунт в {app} не будет удалён: {details}.",
    openLink: "Откройте ссылку, чтобы увидеть свой аккаунт:",
    button: "Проверить мой аккаунт",
    ignore: "Если это были вы, не обращайте внимания на письмо.",
  },
  accountDeleted: {
    subject: "Ваш аккаунт в {app} удалён",
    intro: "Ваш аккаунт в {app} удалён: {details}.",
    openLink: "Чтобы снова пользоваться {app}, откройте ссылку:",
    button: "Открыть сайт",
    ignore: "Это последнее письмо об этом аккаунте.",
  },
};
