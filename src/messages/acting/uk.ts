/**
 * The messages about administrators who act as users in Ukrainian.
 *
 * @module
 */

import type { ActingMessages } from "../acting_types.ts";

/** The page of an administrator who acts as a user, and what the user reads of it. */
export const acting: ActingMessages = {
  heading: "Ви дієте від імені іншого користувача",
  text: "{app} показує те, що бачить {name}.",
  closed: "Способи входу, пристрої та обліковий запис може змінити лише {name}.",
  left: "Залишилося: {time}.",
  refused: "Нічого не змінено. Спробуйте ще раз зі свого облікового запису.",
  stop: "Завершити",
  overHeading: "Ви більше не дієте від імені іншого користувача",
  overText: "Ви продовжуєте як {name}.",
  goOn: "Продовжити",
  act: "Діяти від імені користувача",
  actText: "Ви побачите {app} очима цього користувача. Це триватиме {time}.",
  past: "Служба підтримки {app} скористалася обліковим записом",
};
