/**
 * The messages about what has happened to an account in Portuguese.
 *
 * @module
 */

import type { ActivityMessages } from "../activity_types.ts";

/** The card of the account page. */
export const activity: ActivityMessages = {
  heading: "Atividade recente",
  signIn: "Login",
  stepUp: "Identidade confirmada",
  failed: "Falha no login",
  wrong: { password: "Senha incorreta", code: "Código incorreto", passkey: "Chave de acesso não aceita" },
  times: "{count} vezes",
  other: "Conta alterada",
  past: {
    passwordChanged: "Senha alterada",
    secondFactorReset: "Verificação em duas etapas desativada pelo suporte",
    deletionRequested: "Exclusão da conta solicitada",
    deletionUndone: "Exclusão da conta cancelada",
    emailAdopted: "Novo endereço de e-mail",
    emailRestored: "Endereço de e-mail anterior restaurado",
    "change-username": "Nome de usuário alterado",
  },
};
