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
  other: "Sua conta foi alterada",
};
