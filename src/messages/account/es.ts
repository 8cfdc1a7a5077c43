/**
 * The messages of the account page in Spanish.
 *
 * @module
 */

import type { AccountMessages } from "../account_types.ts";

/** The page. */
export const account: AccountMessages = {
  heading: "Su cuenta",
  signOut: "Cerrar sesión",
  security: "Seguridad",
  devices: "Dispositivos",
  data: "Sus datos",
  dataCopy: "Copia de sus datos",
  dataText:
    "Un archivo con lo que este sitio guarda sobre usted, en un formato legible por programas (JSON).",
  download: "Descargar mis datos",
  notMine: "¿Hay algo que no reconoce?",
  secure: "Proteja su cuenta",
  secureText:
    "Si algo de esto no es suyo, cierre la sesión en los demás sitios, cambie su contraseña y elimine las formas de iniciar sesión que no conozca.",
  recommended: "Recomendado",
  notNow: "Ahora no",
  ways: "Formas de iniciar sesión",
  noWays: "Ninguna por ahora.",
  notFresh: "Antes de eliminar una, tendrá que iniciar sesión de nuevo.",
  added: "Se añadió el {date}",
  verified: "Fecha de confirmación: {date}",
  used: "Último uso: {date}",
  signedIn: "Inicio de sesión: {date}",
  connections: {
    heading: "Servicios conectados",
    text: "{app} puede leer o modificar datos allí en su nombre.",
    connected: "Conexión: {date}",
    revoke: "Revocar el acceso",
    question: "¿Revocar el acceso a {name}?",
    loss: "{app} ya no podrá usar {name} en su nombre.",
    stays: "Podrá seguir iniciando sesión con {name}. Al hacerlo, se conectará de nuevo.",
    done: "Se ha revocado el acceso.",
    revoked: "Acceso revocado",
  },
  ended: "Se ha cerrado la sesión en un dispositivo",
  endedOthers: "Se han cerrado todas las demás sesiones",
  downloaded: "Datos descargados",
  add: "Añadir otra forma de iniciar sesión",
  remove: "Eliminar",
  removeNamed: "Eliminar {name}",
  removeEffect: "Después ya no podrá iniciar sesión de esta forma.",
  stays: "Podrá seguir iniciando sesión con: {ways}.",
  othersEnd: "Se cerrará la sesión en sus otros dispositivos.",
  lastWay: "Es su única forma de iniciar sesión. Añada otra antes de eliminarla.",
  onlyWay: "Solo tiene una. Si la pierde, no podrá iniciar sesión.",
  passkeys: "Llaves de acceso",
  passkey: "Llave de acceso",
  securityKey: "Llave de seguridad",
  synced: "En todos sus dispositivos",
  rename: "Cambiar el nombre de {name}",
  newName: "Nombre",
  showAll: "Mostrar todo ({count})",
  save: "Guardar",
  addPasskey: "Añadir una llave de acceso",
  passkeyAdvice: "Con una llave de acceso, inicia sesión con su huella, su rostro o un PIN.",
  needsScript: "Para añadir una llave de acceso se necesita JavaScript.",
  sessions: "Sus sesiones abiertas",
  thisSession: "Este navegador",
  unknownDevice: "Dispositivo desconocido",
  endSession: "Cerrar sesión",
  endSessionNamed: "Cerrar sesión en {name}",
  endOthers: "Cerrar todas las demás sesiones",
  tokenSessions:
    "Este sitio guarda su sesión solo en su navegador, por lo que aquí no se pueden ver ni cerrar las sesiones de " +
    "otros navegadores.",
  done: {
    removed: "Se ha eliminado. Ya no sirve para iniciar sesión.",
    added: "Se ha añadido. Ya puede iniciar sesión con ella.",
    renamed: "Se ha guardado el nombre.",
    "signed-out": "Se ha cerrado la sesión en ese navegador.",
    "signed-out-others": "Se han cerrado todas sus demás sesiones.",
  },
  errors: {
    LastWay: { what: "Es su única forma de iniciar sesión.", now: "Añada otra antes de eliminarla." },
    NotFound: { what: "Eso ya no existe.", now: "La lista de abajo está actualizada." },
    NotRemovable: {
      what: "Eso no se puede eliminar aquí.",
      now: "Pregunte a las personas que administran este sitio.",
    },
    NotAvailable: {
      what: "Eso no es posible en este sitio.",
      now: "Pregunte a las personas que administran este sitio.",
    },
    unknown: { what: "No ha funcionado.", now: "Inténtelo de nuevo." },
  },
};
