/**
 * The messages about what has happened to an account in Spanish.
 *
 * @module
 */

import type { ActivityMessages } from "../activity_types.ts";

/** The card of the account page. */
export const activity: ActivityMessages = {
  heading: "Actividad reciente",
  signIn: "Inicio de sesión",
  stepUp: "Identidad confirmada",
  failed: "Inicio de sesión fallido",
  wrong: {
    password: "Contraseña incorrecta",
    code: "Código incorrecto",
    passkey: "Llave de acceso no aceptada",
  },
  times: "{count} veces",
  other: "Se ha modificado su cuenta",
};
