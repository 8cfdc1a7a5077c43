/**
 * The messages about the deletion of an account in Spanish.
 *
 * @module
 */

import type { DeletionMailsMessages, DeletionMessages } from "../deletion_types.ts";

/** The card of the account page, and the page. */
export const deletion: DeletionMessages = {
  heading: "Eliminar la cuenta",
  text: "Elimina su cuenta de {app} con todo lo que contiene. Tiene {time} para cambiar de opinión.",
  textAtOnce: "Elimina de inmediato su cuenta de {app} con todo lo que contiene.",
  button: "Eliminar la cuenta",
  question: "¿Eliminar su cuenta?",
  loss: "Perderá su cuenta de {app}: su perfil, sus formas de iniciar sesión y lo que haya guardado en ella.",
  stays:
    "Se cerrará ahora la sesión en todas partes. Puede conservar la cuenta durante {time}: inicie sesión o abra el enlace de nuestro correo.",
  nothingStays: "Ocurre de inmediato y nadie puede deshacerlo.",
  confirm: "Escriba {value} para confirmar",
  keep: "Conservar mi cuenta",
  kept: "Su cuenta se conserva.",
  notConfirmed: {
    what: "No se eliminó nada: escribió otra cosa.",
    now: "Escríbalo exactamente como se muestra.",
  },
  tooLate: {
    what: "Es demasiado tarde para conservar la cuenta.",
    now: "Se está eliminando.",
  },
  pendingHeading: "Su cuenta se eliminará",
  pending: "Se eliminará el {date}.",
  pendingText: "Su cuenta de {app} se eliminará el {date}. Hasta entonces puede conservarla.",
  keptHeading: "Su cuenta se conserva",
  keptText: "No se eliminó nada. Inicie sesión para continuar.",
  deletedHeading: "Su cuenta está eliminada",
  deletedText: "Su cuenta de {app} ya no existe, ni lo que contenía.",
};

/** The emails. */
export const deletionMails: DeletionMailsMessages = {
  deletionRequested: {
    subject: "Su cuenta de {app} se eliminará",
    intro: "Su cuenta de {app} se eliminará el {date}. Solicitado: {details}.",
    openLink: "Para conservarla, abra antes este enlace:",
    button: "Conservar mi cuenta",
    ignore:
      "Si lo pidió usted, ignore este correo. Si no, abra el enlace y compruebe después dónde tiene la sesión abierta.",
  },
  deletionUndone: {
    subject: "Su cuenta de {app} se conserva",
    intro: "Su cuenta de {app} no se eliminará: {details}.",
    openLink: "Abra este enlace para ver su cuenta:",
    button: "Revisar mi cuenta",
    ignore: "Si fue usted, ignore este correo.",
  },
  accountDeleted: {
    subject: "Su cuenta de {app} está eliminada",
    intro: "Su cuenta de {app} se eliminó: {details}.",
    openLink: "Para volver a usar {app}, abra este enlace:",
    button: "Abrir el sitio web",
    ignore: "Este es el último correo sobre esta cuenta.",
  },
};
