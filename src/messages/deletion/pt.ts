/**
 * The messages about the deletion of an account in Portuguese.
 *
 * @module
 */

import type { DeletionMailsMessages, DeletionMessages } from "../deletion_types.ts";

/** The card of the account page, and the page. */
export const deletion: DeletionMessages = {
  heading: "Excluir conta",
  text: "Exclui sua conta em {app} com tudo o que há nela. Você tem {time} para mudar de ideia.",
  textAtOnce: "Exclui agora mesmo sua conta em {app} com tudo o que há nela.",
  button: "Excluir conta",
  question: "Excluir sua conta?",
  loss: "Você vai perder sua conta em {app}: seu perfil, suas formas de entrar e o que guardou nela.",
  stays:
    "Suas sessões serão encerradas agora em todos os lugares. Você tem {time} para mudar de ideia: entre ou abra o link do nosso e-mail.",
  nothingStays: "Isso acontece na hora e não pode ser desfeito.",
  confirm: "Digite {value} para confirmar",
  keep: "Manter minha conta",
  kept: "Sua conta foi mantida.",
  notConfirmed: {
    what: "Nada foi excluído: você digitou outra coisa.",
    now: "Digite exatamente como aparece.",
  },
  tooLate: {
    what: "É tarde demais para manter a conta.",
    now: "Ela está sendo excluída.",
  },
  pendingHeading: "Sua conta será excluída",
  pending: "Será excluída em {date}.",
  pendingText: "Sua conta em {app} será excluída em {date}. Até lá você pode mantê-la.",
  keptHeading: "Sua conta foi mantida",
  keptText: "Nada foi excluído. Entre para continuar.",
  deletedHeading: "Sua conta foi excluída",
  deletedText: "Sua conta em {app} não existe mais, nem o que havia nela.",
};

/** The emails. */
export const deletionMails: DeletionMailsMessages = {
  deletionRequested: {
    subject: "Sua conta em {app} será excluída",
    intro: "Sua conta em {app} será excluída em {date}. Pedido: {details}.",
    openLink: "Para mantê-la, abra este link antes disso:",
    button: "Manter minha conta",
    ignore:
      "Se foi você que pediu, ignore este e-mail. Se não, abra o link e depois verifique onde sua conta está conectada.",
  },
  deletionUndone: {
    subject: "Sua conta em {app} foi mantida",
    intro: "Sua conta em {app} não será excluída: {details}.",
    openLink: "Abra este link para ver sua conta:",
    button: "Verificar minha conta",
    ignore: "Se foi você, ignore este e-mail. Se não foi, saia imediatamente de todos os outros lugares.",
  },
  accountDeleted: {
    subject: "Sua conta em {app} foi excluída",
    intro: "Sua conta em {app} foi excluída: {details}.",
    openLink: "Abra este link para ir ao site:",
    button: "Abrir o site",
    ignore: "Se você não queria isso, entre em contato com {app}. Este é o último e-mail sobre esta conta.",
  },
};
