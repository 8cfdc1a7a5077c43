/**
 * The messages of the account page in Portuguese.
 *
 * @module
 */

import type { AccountMessages } from "../account_types.ts";

/** The page. */
export const account: AccountMessages = {
  heading: "A sua conta",
  signOut: "Sair",
  security: "Segurança",
  devices: "Dispositivos",
  data: "Seus dados",
  dataCopy: "Cópia dos seus dados",
  dataText: "Um arquivo com o que este site guarda sobre você, em um formato legível por programas (JSON).",
  download: "Baixar meus dados",
  notMine: "Não reconhece algo?",
  secure: "Proteja sua conta",
  secureText:
    "Se algo aqui não é seu, saia de todos os outros lugares, altere sua senha e remova as formas de entrar que você não conhece.",
  recommended: "Recomendado",
  notNow: "Agora não",
  ways: "Formas de entrar",
  noWays: "Nenhuma por enquanto.",
  notFresh: "Antes de remover uma, será preciso entrar novamente.",
  added: "Data de adição: {date}",
  verified: "Data de confirmação: {date}",
  used: "Último uso: {date}",
  signedIn: "Login: {date}",
  connections: {
    heading: "Serviços conectados",
    text: "{app} pode ler ou alterar dados nesses serviços em seu nome.",
    connected: "Conexão: {date}",
    revoke: "Revogar acesso",
    question: "Revogar o acesso a {name}?",
    loss: "{app} não poderá mais usar {name} em seu nome.",
    stays: "Você ainda pode entrar com {name}. Ao entrar, a conexão é refeita.",
    done: "O acesso foi revogado.",
    revoked: "Acesso revogado",
  },
  ended: "Sessão encerrada",
  endedOthers: "Todas as outras sessões encerradas",
  downloaded: "Dados baixados",
  add: "Adicionar outra forma de entrar",
  remove: "Remover",
  removeNamed: "Remover {name}",
  removeEffect: "Depois disso, não será mais possível entrar dessa forma.",
  stays: "Você ainda poderá entrar com: {ways}.",
  othersEnd: "As sessões nos seus outros dispositivos serão encerradas.",
  lastWay: "Esta é a sua única forma de entrar. Adicione outra antes de removê-la.",
  onlyWay: "Você tem apenas uma. Se a perder, não conseguirá entrar.",
  passkeys: "Chaves de acesso",
  passkey: "Chave de acesso",
  securityKey: "Chave de segurança",
  synced: "Em todos os seus dispositivos",
  rename: "Renomear {name}",
  newName: "Nome",
  showAll: "Mostrar tudo ({count})",
  save: "Salvar",
  addPasskey: "Adicionar uma chave de acesso",
  passkeyAdvice: "Com uma chave de acesso, você entra com a impressão digital, o rosto ou o PIN.",
  needsScript: "Para adicionar uma chave de acesso é preciso JavaScript.",
  sessions: "As suas sessões",
  thisSession: "Este navegador",
  unknownDevice: "Dispositivo desconhecido",
  endSession: "Encerrar sessão",
  endSessionNamed: "Encerrar sessão em {name}",
  endOthers: "Encerrar todas as outras sessões",
  tokenSessions:
    "Este site guarda a sua sessão somente no seu navegador; por isso, não é possível ver nem encerrar aqui as " +
    "sessões de outros navegadores.",
  done: {
    removed: "Remoção concluída. Não é mais possível entrar dessa forma.",
    added: "Adicionada. A partir de agora, você pode entrar com ela.",
    renamed: "O nome foi salvo.",
    "signed-out": "A sessão foi encerrada nesse navegador.",
    "signed-out-others": "Todas as outras sessões foram encerradas.",
  },
  errors: {
    LastWay: { what: "Essa é a sua única forma de entrar.", now: "Adicione outra antes de removê-la." },
    NotFound: { what: "Isso não existe mais.", now: "A lista abaixo está atualizada." },
    NotRemovable: {
      what: "Isso não pode ser removido aqui.",
      now: "Fale com os responsáveis por este site.",
    },
    NotAvailable: {
      what: "Isso não é possível neste site.",
      now: "Fale com os responsáveis por este site.",
    },
    unknown: { what: "Não funcionou.", now: "Tente novamente." },
  },
};
