/**
 * The messages about administrators who act as users in Portuguese.
 *
 * @module
 */

import type { ActingMessages } from "../acting_types.ts";

/** The page of an administrator who acts as a user, and what the user reads of it. */
export const acting: ActingMessages = {
  heading: "Você está agindo como outra pessoa",
  text: "{app} mostra o que {name} vê.",
  closed: "Só {name} pode alterar as formas de entrar, os dispositivos e a conta.",
  left: "Tempo restante: {time}.",
  refused: "Nada foi alterado. Tente novamente com sua própria conta.",
  stop: "Parar",
  overHeading: "Você não está mais agindo como outra pessoa",
  overText: "Você continua como {name}.",
  goOn: "Continuar",
  act: "Agir como esta pessoa",
  actText: "Você vê {app} como esta pessoa vê, por {time}.",
  past: "O suporte de {app} usou a conta",
};
