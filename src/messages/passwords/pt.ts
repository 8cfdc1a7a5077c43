/**
 * The messages about passwords in Portuguese.
 *
 * @module
 */

import type { PasswordMailsMessages, PasswordMessages, SecurityMailsMessages } from "../password_types.ts";

/** The pages. */
export const password: PasswordMessages = {
  signUpHeading: "Criar uma conta",
  signUpHeadingNamed: "Criar uma conta em {app}",
  signUpButton: "Criar conta",
  unverified:
    "A senha está correta. Este endereço nunca foi confirmado: confirme-o com o e-mail para entrar.",
  unknownBrowser:
    "Ainda não conhecemos este navegador. Para entrar, digite o código que enviamos para {email}.",
  agreement: "Ao criar uma conta, você aceita: {documents}",
  haveAccount: "Já tem uma conta?",
  signIn: "Entrar",
  hint: "Pelo menos {count} caracteres. Algumas palavras seguidas são seguras e fáceis de lembrar.",
  typed: "{typed} de {count} caracteres.",
  longEnough: "Comprimento suficiente.",
  forgotHeading: "Definir uma nova senha",
  forgotText: "Digite o seu endereço de e-mail. Enviaremos um link para você escolher uma nova senha.",
  forgotButton: "Enviar um link por e-mail",
  chooseHeading: "Escolher uma senha",
  chooseText: "Para a conta de {email}. Depois disso, você já terá entrado.",
  chooseTextWithCode:
    "Enviamos um link e um código para {email}. Abra o link ou digite aqui o código e uma nova senha.",
  chooseButton: "Salvar e entrar",
  keepHeading: "Esta senha é sua?",
  keepText: "A conta de {email} tem uma senha anterior à confirmação deste endereço. Se você a escolheu, " +
    "digite-a e ela será mantida.",
  keepButton: "Manter esta senha",
  keepWrong:
    "Se estiver errada, ela será removida, porque um estranho pode tê-la definido. Depois você pode " +
    "escolher uma nova.",
  keepOther: "Se você nunca escolheu uma, recebe uma conta nova, e a outra deixa de ter este endereço.",
  keepNever: "Nunca escolhi uma senha",
  removed: "A senha anterior foi removida. Você pode escolher uma nova.",
  changeHeading: "Alterar a senha",
  addHeading: "Adicionar uma senha",
  changeText: "A sessão será encerrada em todos os outros navegadores.",
  currentPassword: "Senha atual",
  newPassword: "Nova senha",
  changeButton: "Salvar senha",
  cancel: "Cancelar",
  change: "Alterar a senha",
  add: "Adicionar uma senha",
  setAt: "Data de definição: {date}",
  changed: "Sua senha foi salva. Todas as outras sessões foram encerradas.",
  errors: {
    TooShort: {
      what: "Essa senha é curta demais.",
      now: "Use pelo menos {count} caracteres, por exemplo algumas palavras seguidas.",
    },
    TooLong: { what: "Essa senha é longa demais.", now: "Use no máximo 1024 caracteres." },
    TooCommon: {
      what: "Essa senha é uma das primeiras que estranhos tentam.",
      now: "Escolha outra, por exemplo algumas palavras sem relação entre si.",
    },
    Leaked: {
      what: "Essa senha apareceu em um vazamento de dados.",
      now: "Escolha outra e troque essa em qualquer outro lugar em que você a use.",
    },
    WrongPassword: { what: "Essa não é a sua senha atual.", now: "Confira e tente novamente." },
  },
};

/** The mails. */
export const passwordMails: PasswordMailsMessages = {
  confirm: {
    subject: "Confirme o seu endereço para {app}",
    intro: "Boas-vindas a {app}. Confirme que este endereço é seu, e a sua conta estará pronta.",
    openLink: "Abra este link para confirmar o seu endereço:",
    button: "Confirmar endereço",
    ignore: "Se você não criou uma conta, ignore este e-mail: sem ele nenhuma conta será criada.",
  },
  exists: {
    subject: "Você já tem uma conta em {app}",
    intro:
      "Alguém, talvez você, quis criar uma conta em {app} com este endereço. Você já tem uma: entre como " +
      "sempre. Se esqueceu a senha, escolha uma nova.",
    openLink: "Abra este link para escolher uma nova senha:",
    button: "Escolher uma nova senha",
    ignore: "Se não foi você, ignore este e-mail: nada mudou.",
  },
  reset: {
    subject: "Definir uma nova senha para {app}",
    intro: "Escolha uma nova senha para a sua conta em {app}. A sessão será então encerrada em todos os " +
      "outros navegadores.",
    openLink: "Abra este link para escolher uma nova senha:",
    button: "Escolher uma nova senha",
    ignore: "Se você não pediu este e-mail, ignore-o: a sua senha não mudou.",
  },
  noAccount: {
    subject: "Não há conta em {app} com este endereço",
    intro:
      "Alguém, talvez você, pediu uma nova senha em {app}, mas não há nenhuma conta com este endereço. " +
      "Talvez você tenha usado outro endereço ou outra forma de entrar.",
    openLink: "Abra este link para criar uma conta:",
    button: "Criar uma conta",
    ignore: "Se não foi você, ignore este e-mail: nada aconteceu.",
  },
  unknownBrowser: {
    subject: "Confirme o seu acesso a {app}",
    intro: "Alguém, talvez você, digitou a sua senha de {app} em um navegador que não conhecemos.",
    openLink: "Se não foi você, alguém sabe a sua senha. Abra este link para escolher uma nova:",
    button: "Escolher uma nova senha",
    typeCode: "Se foi você, digite este código nesse navegador:",
    ignore:
      "Se não foi você, escolha imediatamente uma nova senha. Sem o código, ninguém consegue entrar por lá.",
  },
};

const LOOK = {
  button: "Não fui eu",
  ignore: "Se foi você, ignore este e-mail. Se não foi, saia imediatamente de todos os outros lugares.",
};

/** The mails that tell a user what has happened to their account. */
export const securityMails: SecurityMailsMessages = {
  newDevice: {
    subject: "Novo acesso a {app}",
    intro: "Alguém entrou na sua conta em {app} com um navegador que não conhecemos: {details}.",
    openLink: "Abra este link para ver onde sua conta está aberta:",
    ...LOOK,
  },
  passwordChanged: {
    subject: "Sua senha em {app} é nova",
    intro:
      "A senha da sua conta em {app} foi definida: {details}. Todos os outros navegadores foram desconectados.",
    openLink: "Se não foi você, abra este link para escolher outra senha:",
    button: "Escolher outra senha",
    otherButton: "Ver minha conta",
    ignore: "Se foi você, ignore este e-mail.",
  },
  wayAdded: {
    subject: "Nova forma de entrar em {app}",
    intro: "Uma forma de entrar foi adicionada à sua conta em {app}: {way} ({details}).",
    openLink: "Abra este link para ver todas as formas de entrar:",
    ...LOOK,
  },
  wayRemoved: {
    subject: "Uma forma de entrar em {app} foi removida",
    intro: "Uma forma de entrar foi removida da sua conta em {app}: {way} ({details}).",
    openLink: "Abra este link para ver todas as formas de entrar:",
    ...LOOK,
  },
};
