/**
 * The messages about user names in Ukrainian.
 *
 * @module
 */

import type { UserNamesMessages } from "../user_names_types.ts";

/** The card of the account page, and fields for a name. */
export const userNames: UserNamesMessages = {
  label: "Ім’я користувача",
  addressOrName: "Адреса пошти або ім’я користувача",
  optionalAddress: "Адреса пошти (необов’язково)",
  withoutAddress: "Без адреси ви не зможете ввійти, якщо забудете пароль. Після входу додайте ключ доступу.",
  none: "У вас ще немає імені користувача.",
  choose: "Вибрати",
  chooseHeading: "Виберіть ім’я користувача",
  chooseText: "З ним можна входити. Його можуть бачити інші.",
  change: "Змінити",
  changeHeading: "Змінити ім’я користувача",
  changeText: "Ви входитимете з новим іменем. Старе більше не діятиме.",
  wait: "Знову змінити його можна: {date}.",
  changed: "Ім’я користувача змінено.",
  errors: {
    length: { what: "Це ім’я закоротке або задовге.", now: "Використайте від {min} до {max} знаків." },
    characters: {
      what: "У цьому імені є недозволені знаки.",
      now: "Використайте літери однієї абетки, цифри, крапки, дефіси й підкреслення.",
    },
    taken: { what: "Це ім’я зайняте.", now: "Виберіть інше." },
    tooSoon: {
      what: "Ви нещодавно змінювали ім’я користувача.",
      now: "Спробуйте ще раз після цієї дати: {date}.",
    },
  },
};
