/**
 * The messages of the pages for staff in Portuguese.
 *
 * @module
 */

import { acting } from "../acting/pt.ts";
import type { AdministrationMessages } from "../administration_types.ts";

/** The list of users, and the page about one. */
export const administration: AdministrationMessages = {
  acting,
  heading: "Usuários",
  searchLabel: "Nome, endereço ou ID",
  search: "Buscar",
  none: "Nenhum usuário encontrado.",
  unverified: "Não confirmado",
  banned: "Bloqueado",
  administrator: "Administra este site",
  you: "É você",
  nameless: "Sem nome",
  first: "Primeira página",
  next: "Próxima página",
  export: "Exportar como CSV",
  create: "Criar um usuário",
  createText: "Essa pessoa não recebe nenhum e-mail.",
  back: "Todos os usuários",
  id: "ID do usuário",
  bannedAt: "Data do bloqueio: {date}",
  bannedBy: "Por {name}",
  bannedUntil: "Até {date}",
  forGood: "Para sempre",
  reason: "Motivo",
  reasonText: "Para os seus colegas. Também está nos dados que o usuário pode baixar.",
  end: "Duração",
  until: "Até uma data",
  date: "Data",
  ban: "Bloquear este usuário",
  banText: "Todas as sessões são encerradas, e ele não consegue entrar até o bloqueio terminar.",
  unban: "Remover o bloqueio",
  sessions: "Sessões abertas",
  noSessions: "Nenhuma.",
  hiddenSessions: "Este site não consegue listar as sessões.",
  endAll: "Encerrar todas as sessões",
  secondFactor: "Verificação em duas etapas",
  on: "Ativada",
  off: "Desativada",
  reset: "Redefinir a verificação em duas etapas",
  resetText:
    "Todas as sessões são encerradas, o usuário consegue entrar sem a segunda etapa e recebe um e-mail sobre isso.",
  sendReset: "Enviar um link para uma nova senha",
  remove: "Remover este usuário",
  removeHeading: "Remover {name}?",
  removeText:
    "Isso apaga tudo o que está guardado sobre este usuário: formas de entrar, sessões e todos os outros dados.",
  removeFinal: "Não é possível desfazer, e o usuário não recebe nenhum e-mail.",
  log: {
    heading: "O que a equipe fez",
    none: "Nada ainda.",
    changed: "Dados alterados",
    by: "Por {name}",
    byProgram: "Por um programa",
    failed: "Não realizado",
    unfinished: "Talvez realizado",
  },
  done: {
    createUser: "O usuário foi criado.",
    banUser: "O usuário está bloqueado, e as sessões foram encerradas.",
    unbanUser: "O bloqueio foi removido.",
    endSessions: "Todas as sessões do usuário foram encerradas.",
    removeUser: "O usuário foi removido.",
    resetSecondFactor: "A verificação em duas etapas foi redefinida.",
    sendPasswordReset: "O e-mail foi enviado.",
  },
  errors: {
    AccessDenied: {
      what: "Você não pode fazer isso com este usuário.",
      now: "Fale com os responsáveis por este site.",
    },
    AlreadyBanned: { what: "Este usuário já está bloqueado.", now: "Outra pessoa foi mais rápida." },
    NotBanned: { what: "Este usuário não está mais bloqueado.", now: "Outra pessoa foi mais rápida." },
    InvalidBan: { what: "O bloqueio não pode terminar nessa data.", now: "Escolha uma data no futuro." },
    AddressTaken: { what: "Outro usuário tem este endereço.", now: "Procure por ele na lista." },
    NotSent: {
      what: "Nenhum e-mail foi enviado.",
      now: "Este usuário não pode definir uma senha com o endereço dele.",
    },
    RateLimited: {
      what: "Houve e-mails demais para este endereço.",
      now: "Espere um pouco e tente de novo.",
    },
    UserChanged: { what: "Agora você está na conta de outra pessoa.", now: "Nada foi alterado." },
  },
};
