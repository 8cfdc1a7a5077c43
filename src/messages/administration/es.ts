/**
 * The messages of the pages for staff in Spanish.
 *
 * @module
 */

import { acting } from "../acting/es.ts";
import type { AdministrationMessages } from "../administration_types.ts";

/** The list of users, and the page about one. */
export const administration: AdministrationMessages = {
  acting,
  heading: "Usuarios",
  searchLabel: "Nombre, dirección o ID",
  search: "Buscar",
  none: "No se ha encontrado ningún usuario.",
  unverified: "Sin confirmar",
  banned: "Acceso bloqueado",
  administrator: "Administra este sitio",
  you: "Es usted",
  nameless: "Sin nombre",
  first: "Primera página",
  next: "Página siguiente",
  export: "Exportar como CSV",
  create: "Crear un usuario",
  createText: "El usuario no recibirá ningún correo.",
  back: "Todos los usuarios",
  id: "ID de usuario",
  bannedAt: "Fecha del bloqueo: {date}",
  bannedBy: "Por {name}",
  bannedUntil: "Hasta el {date}",
  forGood: "Permanente",
  reason: "Motivo",
  reasonText: "Para su equipo. También figura en los datos que el usuario puede descargar.",
  end: "Duración",
  until: "Hasta una fecha concreta",
  date: "Fecha",
  dateText: "El bloqueo termina al comenzar ese día, a las 00:00 UTC.",
  ban: "Bloquear a este usuario",
  banText:
    "Se cierran todas las sesiones del usuario, que no puede iniciar sesión hasta que termine el bloqueo.",
  unban: "Levantar el bloqueo",
  changeBan: "Cambiar el bloqueo",
  sessions: "Sesiones abiertas",
  noSessions: "Ninguna.",
  hiddenSessions: "Este sitio no puede mostrar las sesiones.",
  endAll: "Cerrar todas las sesiones",
  secondFactor: "Verificación en dos pasos",
  on: "Activada",
  off: "Desactivada",
  reset: "Restablecer la verificación en dos pasos",
  resetText:
    "Se cierran todas las sesiones del usuario, que puede iniciar sesión sin el segundo paso y recibe un correo de aviso.",
  sendReset: "Enviar un enlace para restablecer la contraseña",
  remove: "Eliminar a este usuario",
  removeHeading: "¿Eliminar a {name}?",
  removeText:
    "Se borra todo lo que está guardado sobre este usuario: formas de iniciar sesión, sesiones y todos los demás datos.",
  removeFinal: "No se puede deshacer, y el usuario no recibirá ningún correo.",
  log: {
    heading: "Acciones del equipo",
    none: "Nada todavía.",
    noMore: "No hay entradas más antiguas.",
    past: {
      createUser: "Usuario creado",
      updateUser: "Datos modificados",
      banUser: "Usuario bloqueado",
      unbanUser: "Bloqueo levantado",
      removeUser: "Usuario eliminado",
      endSession: "Sesión cerrada en un navegador",
      endSessions: "Todas las sesiones cerradas",
      resetSecondFactor: "Verificación en dos pasos restablecida",
      sendPasswordReset: "Enlace para restablecer la contraseña enviado",
      actAs: "Empezó a actuar como esta persona",
      stopActing: "Dejó de actuar como esta persona",
      exportUsers: "Lista de usuarios exportada",
      createSession: "Sesión iniciada",
      importUsers: "Usuario importado",
    },
    by: "Por {name}",
    byProgram: "Por un programa",
    failed: "No realizado",
    unfinished: "Posiblemente realizado",
  },
  done: {
    createUser: "El usuario se ha creado.",
    banUser: "El usuario está bloqueado y se han cerrado todas sus sesiones.",
    unbanUser: "El bloqueo se ha levantado.",
    endSessions: "Se han cerrado todas las sesiones del usuario.",
    removeUser: "El usuario se ha eliminado.",
    resetSecondFactor: "La verificación en dos pasos se ha restablecido.",
    sendPasswordReset: "El correo se ha enviado.",
  },
  errors: {
    AccessDenied: {
      what: "No puede hacer eso con este usuario.",
      now: "Pregunte a las personas que administran este sitio.",
    },
    AlreadyBanned: { what: "Este usuario ya está bloqueado.", now: "Otra persona se le ha adelantado." },
    NotBanned: { what: "Este usuario ya no está bloqueado.", now: "Otra persona se le ha adelantado." },
    InvalidBan: { what: "El bloqueo no puede terminar en esa fecha.", now: "Elija una fecha futura." },
    InvalidName: { what: "Ese nombre es demasiado largo.", now: "Escriba uno más corto." },
    AddressTaken: { what: "Otro usuario tiene esta dirección.", now: "Búsquela en la lista." },
    NotSent: {
      what: "No se ha enviado ningún correo.",
      now: "Este usuario no puede establecer una contraseña con su dirección.",
    },
    RateLimited: {
      what: "Se han enviado demasiados correos a esta dirección.",
      now: "Espere un poco e inténtelo de nuevo.",
    },
    UserChanged: { what: "Ahora ha iniciado sesión con otra cuenta.", now: "No se ha cambiado nada." },
  },
};
