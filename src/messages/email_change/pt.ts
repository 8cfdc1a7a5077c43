/**
 * The messages about another email address of an account in Portuguese.
 *
 * @module
 */

import type { EmailChangeMailsMessages, EmailChangeMessages } from "../email_change_types.ts";

/** The card of the account page, and the pages behind its emails. */
export const emailChange: EmailChangeMessages = {
  heading: "Endereço de e-mail",
  none: "Sua conta não tem endereço de e-mail.",
  change: "Alterar",
  changeHeading: "Alterar o endereço de e-mail",
  changeText: "Enviaremos um link para o novo endereço. Nada muda até você abri-lo.",
  newAddress: "Novo endereço de e-mail",
  send: "Enviar o link",
  sent: "Enviamos um link para o novo endereço. Abra-o para concluir.",
  changed: "Seu endereço de e-mail foi alterado.",
  confirmHeading: "Usar este endereço?",
  confirmText: "{email} será o endereço da sua conta em {app}. Todas as outras sessões serão encerradas.",
  confirmButton: "Usar este endereço",
  undoHeading: "Recuperar o endereço anterior?",
  undoText:
    "{email} voltará a ser o endereço da sua conta em {app}. Todas as sessões serão encerradas, e o que foi adicionado desde a alteração será removido: formas de entrar, senha, verificação em duas etapas.",
  undoButton: "Recuperar o endereço",
  undoneHeading: "Seu endereço anterior está de volta",
  undoneText: "Entre com ele e depois verifique suas formas de entrar.",
  overHeading: "Este link não é mais válido",
  overText: "Ele já foi usado, é antigo demais ou a conta mudou desde então.",
  errors: {
    InvalidNewEmail: {
      what: "Esse não é um novo endereço de e-mail.",
      now: "Confira o que você digitou e tente novamente.",
    },
    EmailInUse: { what: "Outra conta tem esse endereço.", now: "Use outro ou entre nessa conta." },
    TooManyEmails: { what: "Enviamos e-mails demais.", now: "Aguarde uma hora e tente novamente." },
  },
};

/** The emails. */
export const emailChangeMails: EmailChangeMailsMessages = {
  emailChange: {
    subject: "Confirme seu novo endereço para {app}",
    intro: "Alguém quer usar este endereço na própria conta em {app}.",
    openLink: "Se for você, abra este link no navegador em que sua conta está aberta:",
    button: "Confirmar meu endereço",
    ignore: "Se não for você, ignore este e-mail: sem ele nada muda.",
  },
  emailChanged: {
    subject: "Seu endereço de e-mail em {app} foi alterado",
    intro: "O endereço de e-mail da sua conta em {app} foi alterado: {details}.",
    openLink: "Se não foi você, abra este link em até {time} para recuperar o endereço anterior:",
    button: "Não fui eu",
    ignore: "Se foi você, ignore este e-mail.",
  },
  emailAdopted: {
    subject: "Sua conta em {app} tem um novo endereço de e-mail",
    intro: "Este endereço agora é o da sua conta em {app}: {details}.",
    openLink: "Abra este link para ver sua conta:",
    button: "Verificar minha conta",
    ignore: "Se foi você, ignore este e-mail.",
  },
  emailRestored: {
    subject: "Sua conta em {app} voltou ao endereço anterior",
    intro: "A alteração do endereço de e-mail da sua conta em {app} foi desfeita: {details}.",
    openLink: "Abra este link para ver sua conta:",
    button: "Verificar minha conta",
    ignore:
      "Quem fez isso tem acesso à caixa de entrada do endereço anterior. Todas as sessões foram encerradas.",
  },
};
