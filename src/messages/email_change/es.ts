/**
 * The messages about another email address of an account in Spanish.
 *
 * @module
 */

import type { EmailChangeMailsMessages, EmailChangeMessages } from "../email_change_types.ts";

/** The card of the account page, and the pages behind its emails. */
export const emailChange: EmailChangeMessages = {
  heading: "Dirección de correo",
  none: "Su cuenta no tiene dirección de correo.",
  change: "Cambiar",
  changeHeading: "Cambiar la dirección de correo",
  changeText: "Enviaremos un enlace a la dirección nueva. Nada cambia hasta que lo abra.",
  newAddress: "Dirección de correo nueva",
  send: "Enviar el enlace",
  sent: "Hemos enviado un enlace a la dirección nueva. Ábralo para terminar.",
  changed: "Su dirección de correo se ha cambiado.",
  confirmHeading: "¿Usar esta dirección?",
  confirmText: "{email} será la dirección de su cuenta de {app}. Se cerrarán todas sus demás sesiones.",
  confirmButton: "Usar esta dirección",
  undoHeading: "¿Recuperar su dirección anterior?",
  undoText:
    "{email} volverá a ser la dirección de su cuenta de {app}. Se cerrarán todas las sesiones y se eliminará lo añadido desde el cambio: formas de iniciar sesión, una contraseña, la verificación en dos pasos.",
  undoButton: "Recuperarla",
  undoneHeading: "Ha recuperado su dirección anterior",
  undoneText: "Inicie sesión con ella y revise después sus formas de iniciar sesión.",
  overHeading: "Este enlace ya no es válido",
  overText: "Ya se usó, es demasiado antiguo o la cuenta ha cambiado desde entonces.",
  errors: {
    InvalidNewEmail: {
      what: "Esa no es una dirección de correo nueva.",
      now: "Compruebe lo que ha escrito e inténtelo de nuevo.",
    },
    EmailInUse: { what: "Otra cuenta tiene esta dirección.", now: "Use otra o inicie sesión en esa cuenta." },
    TooManyEmails: {
      what: "Hemos enviado demasiados correos.",
      now: "Espere una hora e inténtelo de nuevo.",
    },
  },
};

/** The emails. */
export const emailChangeMails: EmailChangeMailsMessages = {
  emailChange: {
    subject: "Confirme su dirección nueva para {app}",
    intro: "Alguien quiere usar esta dirección para su cuenta de {app}.",
    openLink: "Si es usted, abra este enlace en el navegador donde tiene la sesión abierta:",
    button: "Confirmar mi dirección",
    ignore: "Si no es usted, ignore este correo: sin él no cambia nada.",
  },
  emailChanged: {
    subject: "Se ha cambiado su dirección de correo en {app}",
    intro: "Se ha cambiado la dirección de correo de su cuenta de {app}: {details}.",
    openLink:
      "Si no ha sido usted, abra este enlace en un plazo de {time} para recuperar su dirección anterior:",
    button: "No he sido yo",
    ignore: "Si ha sido usted, ignore este correo.",
  },
  emailAdopted: {
    subject: "Su cuenta de {app} tiene una dirección de correo nueva",
    intro: "Su cuenta de {app} tiene ahora esta dirección ({details}).",
    openLink: "Abra este enlace para ver su cuenta:",
    button: "Revisar mi cuenta",
    ignore: "Si ha sido usted, ignore este correo.",
  },
  emailRestored: {
    subject: "Su cuenta de {app} vuelve a tener su dirección anterior",
    intro: "Se ha deshecho el cambio de la dirección de correo de su cuenta de {app}: {details}.",
    openLink: "Abra este enlace para ver su cuenta:",
    button: "Revisar mi cuenta",
    ignore:
      "Quien lo hizo tiene acceso al buzón de la dirección anterior. Se han cerrado todas las sesiones.",
  },
};
