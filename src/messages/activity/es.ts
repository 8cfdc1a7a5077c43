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
  other: "Cuenta modificada",
  past: {
    passwordChanged: "Contraseña cambiada",
    secondFactorReset: "Verificación en dos pasos desactivada por el equipo de soporte",
    deletionRequested: "Eliminación de la cuenta solicitada",
    deletionUndone: "Eliminación de la cuenta cancelada",
    emailAdopted: "Nueva dirección de correo",
    emailRestored: "Dirección de correo anterior restablecida",
    "change-username": "Nombre de usuario cambiado",
  },
};
