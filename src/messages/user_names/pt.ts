/**
 * The messages about user names in Portuguese.
 *
 * @module
 */

import type { UserNamesMessages } from "../user_names_types.ts";

/** The card of the account page, and fields for a name. */
export const userNames: UserNamesMessages = {
  label: "Nome de usuário",
  addressOrName: "E-mail ou nome de usuário",
  optionalAddress: "E-mail (opcional)",
  withoutAddress:
    "Sem um endereço, você não consegue voltar a entrar se esquecer a senha. Adicione uma chave de acesso depois de entrar.",
  none: "Você ainda não tem um nome de usuário.",
  choose: "Escolher",
  chooseHeading: "Escolher um nome de usuário",
  chooseText: "Você pode entrar com ele. Outras pessoas podem vê-lo.",
  change: "Alterar",
  changeHeading: "Alterar seu nome de usuário",
  changeText: "Você entrará com o novo. O antigo deixará de funcionar.",
  wait: "Você poderá alterá-lo de novo em {date}.",
  changed: "Seu nome de usuário foi alterado.",
  errors: {
    length: {
      what: "Esse nome de usuário é curto ou longo demais.",
      now: "Use de {min} a {max} caracteres.",
    },
    characters: {
      what: "Esse nome de usuário tem caracteres não permitidos.",
      now: "Use letras de um só alfabeto, números, pontos, hifens e sublinhados.",
    },
    taken: { what: "Esse nome de usuário já está em uso.", now: "Escolha outro." },
    tooSoon: {
      what: "Você alterou seu nome de usuário há pouco tempo.",
      now: "Tente de novo a partir de {date}.",
    },
  },
};
