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
    "Ahora se cerrará su sesión en todas partes. Tiene {time} para cambiar de opinión: inicie sesión o abra el enlace de nuestro correo.",
  nothingStays: "Se hace de inmediato y no se puede deshacer.",
  confirm: "Escriba {value} para confirmar",
  keep: "Conservar mi cuenta",
  kept: "Ha conservado su cuenta.",
  notConfirmed: {
    what: "No se ha eliminado nada: ha escrito otra cosa.",
    now: "Escríbalo exactamente como se muestra.",
  },
  tooLate: {
    what: "Es demasiado tarde para conservar la cuenta.",
    now: "Se está eliminando.",
  },
  pendingHeading: "Su cuenta se eliminará",
  pending: "Se eliminará el {date}.",
  pendingText: "Su cuenta de {app} se eliminará el {date}. Hasta entonces puede conservarla.",
  keptHeading: "Ha conservado su cuenta",
  keptText: "No se ha eliminado nada. Inicie sesión para continuar.",
  deletedHeading: "Su cuenta se ha eliminado",
  deletedText: "Su cuenta de {app} ya no existe, ni tampoco lo que contenía.",
};

/** The emails. */
export const deletionMails: DeletionMailsMessages = {
  deletionRequested: {
    subject: "Su cuenta de {app} se eliminará",
    intro: "Su cuenta de {app} se eliminará el {date}. Solicitado: {details}.",
    openLink: "Para conservarla, abra antes este enlace:",
    button: "Conservar mi cuenta",
    ignore:
      "Si lo ha pedido usted, ignore este correo. Si no, abra el enlace y compruebe después dónde tiene la sesión abierta.",
  },
  deletionUndone: {
    subject: "Ha conservado su cuenta de {app}",
    intro: "Su cuenta de {app} no se eliminará: {details}.",
    openLink: "Abra este enlace para ver su cuenta:",
    button: "Revisar mi cuenta",
    ignore: "Si ha sido usted, ignore este correo. Si no, cierre de inmediato todas las demás sesiones.",
  },
  accountDeleted: {
    subject: "Su cuenta de {app} se ha eliminado",
    intro: "Su cuenta de {app} se ha eliminado: {details}.",
    openLink: "Abra este enlace para ir al sitio web:",
    button: "Abrir el sitio web",
    ignore: "Si no lo quería, póngase en contacto con {app}. Este es el último correo sobre esta cuenta.",
  },
};
