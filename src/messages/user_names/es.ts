/**
 * The messages about user names in Spanish.
 *
 * @module
 */

import type { UserNamesMessages } from "../user_names_types.ts";

/** The card of the account page, and fields for a name. */
export const userNames: UserNamesMessages = {
  label: "Nombre de usuario",
  addressOrName: "Correo electrónico o nombre de usuario",
  optionalAddress: "Correo electrónico (opcional)",
  withoutAddress:
    "Sin una dirección, no podrás volver a entrar si olvidas tu contraseña. Añade una llave de acceso después de iniciar sesión.",
  none: "Aún no tienes nombre de usuario.",
  choose: "Elegir",
  chooseHeading: "Elegir un nombre de usuario",
  chooseText: "Puedes iniciar sesión con él. Otras personas pueden verlo.",
  change: "Cambiar",
  changeHeading: "Cambiar tu nombre de usuario",
  changeText: "Iniciarás sesión con el nuevo. El anterior dejará de funcionar.",
  wait: "Podrás volver a cambiarlo el {date}.",
  changed: "Se ha cambiado tu nombre de usuario.",
  errors: {
    length: {
      what: "Ese nombre de usuario es demasiado corto o demasiado largo.",
      now: "Usa entre {min} y {max} caracteres.",
    },
    characters: {
      what: "Ese nombre de usuario tiene caracteres no permitidos.",
      now: "Usa letras de un solo alfabeto, números, puntos, guiones y guiones bajos.",
    },
    taken: { what: "Ese nombre de usuario ya está en uso.", now: "Elige otro." },
    tooSoon: {
      what: "Has cambiado tu nombre de usuario hace poco.",
      now: "Inténtalo de nuevo a partir del {date}.",
    },
  },
};
