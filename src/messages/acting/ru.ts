/**
 * The messages about administrators who act as users in Russian.
 *
 * @module
 */

import type { ActingMessages } from "../acting_types.ts";

/** The page of an administrator who acts as a user, and what the user reads of it. */
export const acting: ActingMessages = {
  heading: "Вы действуете от имени другого пользователя",
  text: "{app} показывает то, что видит {name}.",
  closed: "Способы входа, устройства и учётную запись может изменить только {name}.",
  left: "Осталось: {time}.",
  refused: "Ничего не изменено. Повторите попытку из своей учётной записи.",
  stop: "Завершить",
  overHeading: "Вы больше не действуете от имени другого пользователя",
  overText: "Вы продолжаете как {name}.",
  goOn: "Продолжить",
  act: "Действовать от имени пользователя",
  actText: "Вы увидите {app} глазами этого пользователя. Это продлится {time}.",
  past: "Служба поддержки {app} использовала учётную запись",
};
