/**
 * The messages of sign-up in Spanish.
 *
 * @module
 */

import type { SignUpMessages } from "../sign_up_types.ts";

/** The form of a new user. */
export const signUp: SignUpMessages = {
  heading: "Termine de registrarse",
  text: "Está creando una cuenta para {email}.",
  textNameless: "Está creando una cuenta.",
  button: "Crear cuenta",
  accept: "He leído y acepto: {documents}",
  acceptError: "Marque esta casilla para crear una cuenta.",
  closed: { what: "Aquí no se pueden crear cuentas nuevas.", now: "Si ya tiene una, inicie sesión." },
};
