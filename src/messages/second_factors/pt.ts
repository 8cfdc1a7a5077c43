/**
 * The messages about the second factor in Portuguese.
 *
 * @module
 */

import type { SecondFactorWords } from "../second_factor_types.ts";

/** The messages. */
export const words: SecondFactorWords = {
  secondFactor: {
    askHeading: "Confirme que é você",
    askText: "Mais uma etapa e você terá entrado em {app}.",
    stepUpHeading: "Confirme de novo que é você",
    stepUpText: "Você entrou em {app}. O que você quer fazer também exige a segunda etapa.",
    code: "Código do seu app autenticador",
    codeFormat: "Seis dígitos",
    confirm: "Confirmar",
    remember: "Não perguntar neste dispositivo por {time}",
    usePasskey: "Chave de acesso ou de segurança",
    useRecoveryCode: "Usar um código de recuperação",
    recoveryCode: "Código de recuperação",
    recoveryNote: "Você guardou dez deles ao ativar a verificação. Cada um vale uma vez.",
    lost: "Você não tem mais nada disso? Fale com os responsáveis por este site.",
    never: "Nunca ativei isto",
    neverEffect: "Você recebe uma conta nova, e a outra deixa de ter este endereço.",
    neverNow: "Continuar com uma conta nova",
    setupHeading: "Ativar a verificação em duas etapas",
    setupText: "A partir daí, entrar exige uma segunda etapa: um código que um app mostra no seu celular.",
    requiredText: "{app} pede uma segunda etapa: um código que um app mostra no celular.",
    getApp: "Instale um app autenticador ou use o seu gerenciador de senhas.",
    scan: "Escaneie este código QR com o app.",
    qrLabel: "Código QR com a chave para o seu app",
    orKey: "Ou digite esta chave no app:",
    typeKey: "Digite esta chave em um app autenticador ou no seu gerenciador de senhas:",
    addAccount: "Adicione a sua conta ao app.",
    openApp: "Abrir no app autenticador",
    otherDevice: "App em outro dispositivo",
    firstCode: "Digite o código que o app mostra.",
    turnOn: "Ativar",
    passkeysText: "Ou use como segunda etapa as chaves de acesso e de segurança que você já tem.",
    usePasskeys: "Usar minhas chaves de acesso",
    mailHeading: "Primeiro, confirme o seu endereço",
    mailText: "Enviamos um código para {email}. Digite-o aqui e depois configure a segunda etapa.",
    mailCode: "Código do e-mail",
    codesHeading: "Guarde os seus códigos de recuperação",
    codesText: "Se você perder o celular, cada um destes códigos o substitui uma vez. Imprima-os ou " +
      "guarde-os onde possa encontrá-los sem o celular. Eles só são mostrados agora.",
    replaced: "Os códigos anteriores não valem mais.",
    codesOf: "{account} em {app}, {date}",
    stored: "Já guardei",
    copy: "Copiar",
    copied: "Copiado",
    download: "Baixar",
    print: "Imprimir",
    heading: "Verificação em duas etapas",
    offText: "Ela está desativada. Com uma segunda etapa, ninguém consegue entrar só com a primeira.",
    requiredNote: "{app} pede uma segunda etapa, por isso ela continua ativada.",
    app: "App autenticador",
    changeApp: "Usar outro aplicativo",
    changeAppText: "O novo aplicativo substitui o anterior. Os códigos de recuperação continuam válidos, " +
      "e a segunda etapa será pedida de novo em todos os dispositivos.",
    addApp: "Adicionar um aplicativo",
    since: "Data de ativação: {date}",
    recoveryCodes: "Códigos de recuperação",
    codesLeft: "Restantes: {count}",
    fewLeft: "Restam poucos códigos de recuperação. Crie outros antes de precisar deles.",
    newCodes: "Criar novos códigos",
    newCodesEffect: "Os códigos anteriores deixarão de valer.",
    turnOff: "Desativar",
    turnOffEffect: "A sua senha, ou o que você usa no lugar dela, bastará para entrar.",
    turnOffNow: "Desativar agora",
    devices: "Dispositivos sem a segunda etapa",
    until: "Até: {date}",
    forget: "Voltar a perguntar",
    forgetNamed: "Voltar a perguntar em {name}",
    done: {
      "second-factor-on": "A verificação em duas etapas está ativada.",
      "recovery-codes-shown": "Os códigos de recuperação já foram mostrados e só são mostrados uma " +
        "vez. Se você não os guardou, crie outros.",
      "recovery-codes-replaced": "Você tem novos códigos de recuperação. Os anteriores não valem mais.",
      "new-authenticator": "O novo app autenticador está configurado.",
      "second-factor-off": "A verificação em duas etapas está desativada.",
      "device-forgotten": "A segunda etapa voltará a ser pedida nesse dispositivo.",
    },
    errors: {
      InvalidSecondFactor: {
        what: "Esse código não está correto ou já foi usado.",
        now: "Espere o próximo código e digite-o enquanto o app o mostra.",
      },
      InvalidRecoveryCode: {
        what: "Esse código de recuperação não está correto ou já foi usado.",
        now: "Compare com os que você guardou ou digite outro.",
      },
      InvalidCheck: {
        what: "Demorou demais ou foi iniciado em outro navegador.",
        now: "Comece de novo. Se acontecer outra vez, permita os cookies.",
      },
      LastFactor: {
        what: "Essa chave de acesso é a sua segunda etapa.",
        now: "Configure um aplicativo autenticador, ou desative a segunda etapa, antes de removê-la.",
      },
      SecondFactorRequired: {
        what: "Este site exige uma segunda etapa de você.",
        now: "Fale com os responsáveis pelo site se precisar desativá-la.",
      },
    },
  },
  secondFactorMails: {
    secondFactorOn: {
      subject: "A verificação em duas etapas em {app} está ativada",
      intro: "A verificação em duas etapas da sua conta em {app} foi ativada: {details}.",
      openLink: "Se não foi você, abra este link para ver onde sua conta está aberta:",
      button: "Não fui eu",
      ignore: "Se foi você, ignore este e-mail.",
    },
    newAuthenticator: {
      subject: "Novo app autenticador em {app}",
      intro: "Os códigos da sua conta em {app} agora vêm de um novo app autenticador: {details}.",
      openLink: "Se não foi você, abra este link para ver onde sua conta está aberta:",
      button: "Não fui eu",
      ignore: "Se foi você, ignore este e-mail. Se não foi, saia imediatamente de todos os outros lugares.",
    },
    secondFactorOff: {
      subject: "A verificação em duas etapas em {app} está desativada",
      intro: "A verificação em duas etapas da sua conta em {app} foi desativada: {details}.",
      openLink: "Se não foi você, abra este link para ativá-la de novo:",
      button: "Não fui eu",
      ignore: "Se foi você, ignore este e-mail. Se não foi, saia imediatamente de todos os outros lugares.",
    },
    secondFactorReset: {
      subject: "A sua verificação em duas etapas em {app} foi desativada para você",
      intro: "Os responsáveis por {app} desativaram a verificação em duas etapas da sua conta: {details}.",
      openLink: "Abra este link para ativá-la de novo:",
      button: "Ver minha conta",
      ignore: "Se você pediu isso, ignore este e-mail. Se não pediu, pergunte a eles imediatamente " +
        "quem pediu.",
    },
    recoveryCodeUsed: {
      subject: "Um código de recuperação foi usado em {app}",
      intro: "Alguém entrou na sua conta em {app} com um dos seus códigos de recuperação: {details}.",
      openLink: "Abra este link para ver onde sua conta está aberta e para criar novos códigos:",
      button: "Ver minha conta",
      ignore: "Se foi você, ignore este e-mail. Se não foi, saia imediatamente de todos os outros lugares.",
    },
    recoveryCodesReplaced: {
      subject: "Novos códigos de recuperação em {app}",
      intro: "Alguém criou novos códigos de recuperação para a sua conta em {app}: {details}.",
      openLink: "Abra este link para ver onde sua conta está aberta e para criar novos códigos:",
      button: "Não fui eu",
      ignore: "Se foi você, ignore este e-mail. Se não foi, saia imediatamente de todos os outros lugares.",
    },
    enrol: {
      subject: "O seu código para {app}",
      intro: "Com este código você configura a verificação em duas etapas em {app}.",
      openLink: "Se você fechou a página que o pede, abra este link:",
      button: "Abrir a página",
      typeCode: "Digite este código na página que o pede:",
      lifetime: "Ele vale por {lifetime} e apenas uma vez.",
      ignore: "Se não foi você, alguém sabe a sua senha ou usa uma conta sua. Sem este código, essa " +
        "pessoa não consegue continuar. Troque essa senha.",
    },
  },
};
