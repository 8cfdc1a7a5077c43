/**
 * The messages about user names in Russian.
 *
 * @module
 */

import type { UserNamesMessages } from "../user_names_types.ts";

/** The card of the account page, and fields for a name. */
export const userNames: UserNamesMessages = {
  label: "Имя пользователя",
  addressOrName: "Адрес почты или имя пользователя",
  optionalAddress: "Адрес почты (необязательно)",
  withoutAddress: "Без адреса вы не сможете войти, если забудете пароль. После входа добавьте ключ доступа.",
  none: "У вас ещё нет имени пользователя.",
  choose: "Выбрать",
  chooseHeading: "Выберите имя пользователя",
  chooseText: "С ним можно входить. Его могут видеть другие.",
  change: "Изменить",
  changeHeading: "Изменить имя пользователя",
  changeText: "Вы будете входить с новым именем. Старое перестанет действовать.",
  wait: "Снова изменить его можно: {date}.",
  changed: "Имя пользователя изменено.",
  errors: {
    length: {
      what: "Это имя слишком короткое или слишком длинное.",
      now: "Используйте от {min} до {max} знаков.",
    },
    characters: {
      what: "В этом имени есть недопустимые знаки.",
      now: "Используйте буквы одного алфавита, цифры, точки, дефисы и подчёркивания.",
    },
    taken: { what: "Это имя занято.", now: "Выберите другое." },
    tooSoon: {
      what: "Вы недавно меняли имя пользователя.",
      now: "Попробуйте ещё раз после этой даты: {date}.",
    },
  },
};
