/**
 * The messages in Portuguese.
 *
 * @module
 */

import { account } from "./account/pt.ts";
import { activity } from "./activity/pt.ts";
import { deletion, deletionMails } from "./deletion/pt.ts";
import { emailChange, emailChangeMails } from "./email_change/pt.ts";
import { password, passwordMails, securityMails } from "./passwords/pt.ts";
import { signUp } from "./sign_up/pt.ts";
import { userNames } from "./user_names/pt.ts";
import { administration } from "./administration/pt.ts";
import { profile } from "./profile/pt.ts";
import type { Messages } from "./types.ts";

const AGAIN = "Tente novamente ou escolha outra forma de entrar.";
const BEFORE = "Se for você, entre como antes. Caso contrário, fale conosco.";
const UNVERIFIED = "Já existe uma conta com este endereço, mas ele nunca foi confirmado.";

/** The messages. */
export const pt: Messages = {
  general: {
    back: "Voltar para {app}",
    unknownError: { what: "Não foi possível entrar.", now: "Tente novamente." },
    errorTitle: "Erro: {title}",
    wait: "Aguarde um momento.",
    waitTime: "Tempo de espera: {time}",
    triesLeft: "Tentativas restantes: {count}.",
    justNow: "agora mesmo",
    email: "E-mail",
    passkey: "Chave de acesso",
    device: "{browser} em {system}",
    terms: "Termos",
    privacy: "Privacidade",
    support: "Ajuda",
    otherWay: "Entrar de outra forma",
    keptForm: {
      heading: "Só mais um passo",
      text: "O formulário ainda não foi enviado.",
      button: "Enviar",
      page: "Página",
      filledIn: "Preenchido",
      files: "Os arquivos não são guardados. Escolha-os novamente.",
      discard: "Descartar",
    },
  },
  signIn: {
    heading: "Entrar",
    headingNamed: "Entrar em {app}",
    purpose: "para continuar em {app}",
    headingToAdd: "Adicionar uma forma de entrar",
    purposeToAdd: "à sua conta em {app}",
    current: "Você entrou como {person}.",
    currentNameless: "Você já fez login.",
    another: "Você também pode entrar com outra conta.",
    adding: "O que você escolher aqui dará acesso a esta conta.",
    button: "Continuar com {provider}",
    signUp: "Cadastrar-se com {provider}",
    address: "Endereço de e-mail",
    addressExample: "voce@example.com",
    password: "Senha",
    continue: "Continuar",
    submit: "Entrar",
    forgotPassword: "Esqueceu a senha?",
    showPassword: "Mostrar a senha",
    sendMail: "Enviar um link de acesso por e-mail",
    sendMailWith: "Enviar um link de acesso com {provider}",
    usePasskey: "Entrar com uma chave de acesso",
    createPasskey: "Cadastrar-se com uma chave de acesso",
    addPasskey: "Adicionar uma chave de acesso",
    passkeyNeedsScript: "As chaves de acesso precisam de JavaScript.",
    lastUsed: "Último uso",
    more: "Mais formas de entrar",
    newHere: "Primeira vez aqui?",
    register: "Criar uma conta",
    or: "ou",
    nothingToAdd: "Não há mais nada que você possa adicionar.",
    noProvider: {
      what: "Ainda não há nenhuma forma de entrar.",
      now: "Se você administra este site, adicione um provedor à configuração.",
    },
  },
  signInErrors: {
    AccountNotLinked: {
      what: "Essa chave de acesso, ou o endereço dela, pertence a outro usuário.",
      now: BEFORE,
    },
    CredentialsSignin: { what: "Esses dados não estão corretos.", now: "Confira e tente novamente." },
    EmailSignInError: {
      what: "Não foi possível enviar o e-mail.",
      now: "Tente novamente em instantes.",
    },
    InvalidCheck: {
      what: "O login demorou demais ou foi iniciado em outro navegador.",
      now: "Comece de novo por aqui. Se acontecer de novo, permita os cookies.",
    },
    InvalidEmail: { what: "Digite um endereço de e-mail válido.", now: "Confira e tente novamente." },
    InvalidProvider: {
      what: "Essa forma de entrar não está disponível.",
      now: "Escolha uma das opções abaixo.",
    },
    MissingCSRF: {
      what: "Esta página ficou aberta tempo demais ou os cookies estão bloqueados.",
      now: "Permita os cookies e tente novamente.",
    },
    OAuthAccountNotLinked: { what: "Essa conta, ou o endereço dela, pertence a outro usuário.", now: BEFORE },
    OAuthCallbackError: { what: "O login foi cancelado ou recusado.", now: AGAIN },
    OAuthProfileParseError: {
      what: "O serviço escolhido não forneceu dados suficientes sobre a sua conta.",
      now: AGAIN,
    },
    OtherAccount: { what: "A conta escolhida não é a que está conectada.", now: AGAIN },
    ProviderResponseError: { what: "A resposta do serviço escolhido não é confiável.", now: AGAIN },
    ProviderUnavailable: { what: "O serviço escolhido não responde.", now: AGAIN },
    RateLimited: {
      what: "Houve tentativas demais.",
      now: "Aguarde um pouco e tente novamente, ou entre de outra forma.",
    },
    ReconnectRequired: { what: "A conexão com esse serviço terminou.", now: "Entre com ele novamente." },
    ReconnectRequiredWithName: {
      what: "A conexão com {provider} terminou.",
      now: "Entre com {provider} novamente.",
    },
    ServerBusy: {
      what: "O servidor está muito ocupado no momento.",
      now: "Aguarde alguns segundos e tente novamente.",
    },
    SessionNotFresh: {
      what: "Confirme que é você.",
      now: "Entre novamente para continuar.",
    },
    SessionRequired: { what: "É preciso entrar para ver essa página.", now: "Escolha como entrar." },
    TooManyWrongCodes: { what: "Houve códigos incorretos demais.", now: "Comece de novo por aqui." },
    UserChanged: { what: "A conta mudou enquanto você entrava.", now: AGAIN },
    UserNotVerified: {
      what: UNVERIFIED,
      now:
        "Entre como antes e depois peça aqui outro e-mail para confirmar o endereço. Se não foi você quem criou essa conta, fale conosco.",
    },
    UserNotVerifiedWithWays: {
      what: UNVERIFIED,
      now:
        "Entre com {ways} e depois peça aqui outro e-mail para confirmar o endereço. Se não foi você quem criou essa conta, fale conosco.",
    },
    WebAuthnVerificationError: { what: "Não foi possível verificar a sua chave de acesso.", now: AGAIN },
  },
  challenge: {
    needsScript: "Este formulário precisa de JavaScript.",
    errors: {
      ChallengeFailed: { what: "Não foi possível confirmar que você é uma pessoa.", now: "Tente novamente." },
    },
  },
  signOut: {
    headingSignedOut: "Você saiu",
    textSignedOut: "Ninguém entrou em {app} neste navegador.",
    signIn: "Entrar",
    heading: "Sair?",
    text: "Isso encerra a sua sessão em {app} neste navegador.",
    button: "Sair",
    stay: "Continuar na conta",
  },
  verifyRequest: {
    heading: "Confira o seu e-mail",
    sentLinkAndCode: "Enviamos um link e um código para {email}. Abra o link ou digite o código aqui.",
    sentLink: "Enviamos um link de acesso para {email}. Abra-o para entrar.",
    again: "Enviar novamente",
    againLater: "Enviar novamente em {seconds} s",
    sentAgain: "Enviamos outro e-mail. O mais recente é o que vale.",
    tooEarly: "Aguarde {seconds} s antes de pedir outro e-mail.",
    otherAddress: "Usar outro endereço",
    link: "Um link para entrar em {app} está a caminho. Abra-o para entrar.",
    nothing: "Nada depois de alguns minutos? Veja na pasta de spam.",
    code: "Código",
    codeFormat: "Oito dígitos",
    button: "Entrar",
    InvalidCode: {
      what: "Esse código não está correto.",
      now: "Compare com o e-mail mais recente e tente novamente.",
    },
  },
  confirmation: {
    heading: "É você?",
    question: "Entrar em {app} como {email}?",
    button: "Entrar",
    note: "Se você não pediu este link, ou se este não é o seu endereço, não continue: o link sozinho não " +
      "permite que ninguém entre.",
    no: "Não, não sou eu",
    headingSignedIn: "Você já entrou",
  },
  link: {
    heading: "Adicionar isso à sua conta?",
    text: "Você entrou como {current} e acabou de usar {provider}.",
    textWithName: "Você entrou como {current} e acabou de usar {provider} como {proven}.",
    nameless: "alguém sem nome",
    add: "Adicionar {provider} à conta de {current}",
    addNameless: "Adicionar {provider} a esta conta",
    switch: "Continuar como {proven}",
    switchNameless: "Continuar como outra pessoa",
    note:
      "Se adicionar, {account} passará a dar acesso à conta de {current}. Adicione apenas se ambos forem seus.",
    noteNameless:
      "Se adicionar, {account} passará a dar acesso à sua conta atual. Adicione apenas se ambos forem seus.",
    cancel: "Cancelar",
  },
  takenOver: {
    heading: "O seu endereço está confirmado",
    text: "Já existia uma conta com este endereço, e agora só você tem acesso a ela.",
    done: "O que fizemos",
    removed: "Removida",
    signedOut: "A sessão foi encerrada em todos os outros navegadores",
    advice: "Se alguma era sua, você pode configurá-la novamente.",
    again: "Configurar novamente",
    button: "Continuar",
  },
  account,
  activity,
  deletion,
  deletionMails,
  emailChange,
  emailChangeMails,
  profile,
  signUp,
  userNames,
  administration,
  error: {
    AccessDenied: {
      heading: "Você não tem acesso",
      text: "A sua conta não pode entrar aqui. Use outra ou fale com os responsáveis por este site.",
      button: "Usar outra conta",
    },
    Configuration: {
      heading: "O login não está funcionando",
      text:
        "Este site não está configurado corretamente. Se você o administra, o log do servidor diz o que mudar.",
    },
    UserNotStored: {
      heading: "Isso não é possível neste site",
      text: "Fale com os responsáveis por este site.",
    },
    ServerError: {
      heading: "Algo deu errado",
      text: "A falha é nossa, não sua. Tente novamente em instantes.",
      button: "Tentar novamente",
    },
    Verification: {
      heading: "Este link não é mais válido",
      text:
        "O link e o código de um e-mail valem uma vez, por pouco tempo, e não depois de muitos códigos errados. Entre " +
        "novamente para receber outros.",
      button: "Entrar novamente",
    },
    unknown: {
      heading: "Algo deu errado",
      text: "Não foi possível fazer login. Tente novamente.",
      button: "Entrar",
    },
  },
  passkey: {
    Configuration:
      "As chaves de acesso não estão configuradas corretamente neste site. Se você o administra, o log do servidor diz o que mudar.",
    InvalidEmail: "Digite um endereço de e-mail válido, por exemplo voce@example.com.",
    InvalidStateError: "Este dispositivo já tem uma chave de acesso sua. Entre com ela.",
    NotAllowedError:
      "Nenhuma chave de acesso foi usada: a operação foi cancelada ou demorou demais. Tente novamente.",
    NotSupportedError: "Este dispositivo não pode criar uma chave de acesso para este site.",
    SecurityError: "Este site não pode usar chaves de acesso neste endereço.",
    "Invalid request": "Entre primeiro. Para se cadastrar, preencha o formulário.",
    Unsupported: "Este navegador não aceita chaves de acesso. Use outro navegador ou outra forma de entrar.",
    unknown: "Não funcionou. Tente novamente em instantes.",
  },
  passkeyOffer: {
    heading: "Entre mais rápido da próxima vez",
    text:
      "Com uma chave de acesso, você entra com a impressão digital, o rosto ou o PIN. Não precisa lembrar de nada nem esperar um e-mail.",
    button: "Criar uma chave de acesso",
    skip: "Agora não",
  },
  mail: {
    subject: "Entrar em {app}",
    preheader: "Aqui estão seu link e seu código para entrar.",
    openLink: "Abra este link:",
    button: "Entrar",
    typeCode: "Ou digite este código na página que o pede:",
    lifetime: "Ambos valem por {lifetime} e apenas uma vez.",
    asked: "Pedido: {details}",
    copyLink: "O botão não funciona? Copie e cole este endereço no navegador:",
    warning: "Nunca compartilhe o link nem o código com ninguém, nem com quem disser que é de {app}.",
    warningLink: "Nunca compartilhe o link com ninguém, nem com quem disser que é de {app}.",
    warningCode: "Nunca compartilhe o código com ninguém, nem com quem disser que é de {app}.",
    ignore: "Se você não pediu este e-mail, ignore-o: sem ele ninguém pode entrar.",
    reason: "Você recebeu este e-mail porque alguém usou seu endereço em {app}.",
    accountReason: "Este e-mail trata da segurança da sua conta em {app}.",
  },
  password,
  passwordMails,
  securityMails,
};
