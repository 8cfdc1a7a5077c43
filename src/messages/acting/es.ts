/**
 * The messages about administrators who act as users in Spanish.
 *
 * @module
 */

import type { ActingMessages } from "../acting_types.ts";

/** The page of an administrator who acts as a user, and what the user reads of it. */
export const acting: ActingMessages = {
  heading: "Está actuando como otra persona",
  text: "{app} le muestra lo que ve {name}.",
  closed: "Solo {name} puede cambiar su forma de iniciar sesión, sus dispositivos y su cuenta.",
  left: "Tiempo restante: {time}.",
  refused: "No se ha cambiado nada. Vuelva a intentarlo desde su propia cuenta.",
  stop: "Terminar",
  overHeading: "Ya no actúa como otra persona",
  overText: "Continúa como {name}.",
  goOn: "Continuar",
  act: "Actuar como esta persona",
  actText: "Durante {time} verá {app} igual que esta persona.",
  past: "El equipo de soporte de {app} ha usado la cuenta",
};
