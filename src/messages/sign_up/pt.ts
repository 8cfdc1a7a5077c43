/**
 * The messages of sign-up in Portuguese.
 *
 * @module
 */

import type { SignUpMessages } from "../sign_up_types.ts";

/** The form of a new user. */
export const signUp: SignUpMessages = {
  heading: "Concluir o cadastro",
  text: "Você está criando uma conta para {email}.",
  textNameless: "Você está criando uma conta.",
  button: "Criar conta",
  accept: "Li e aceito: {documents}",
  acceptError: "Marque esta caixa para criar uma conta.",
  closed: { what: "Não é possível criar contas novas aqui.", now: "Se você já tem uma, entre nela." },
};
