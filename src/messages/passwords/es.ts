/**
 * The messages about passwords in Spanish.
 *
 * @module
 */

import type { PasswordMailsMessages, PasswordMessages, SecurityMailsMessages } from "../password_types.ts";

/** The pages. */
export const password: PasswordMessages = {
  signUpHeading: "Crear una cuenta",
  signUpHeadingNamed: "Crear una cuenta en {app}",
  signUpButton: "Crear cuenta",
  unverified:
    "La contraseña es correcta. Esta dirección nunca se ha confirmado: confírmela con el correo para iniciar sesión.",
  unknownBrowser:
    "Todavía no conocemos este navegador. Para iniciar sesión, escriba el código que hemos enviado a {email}.",
  agreement: "Al crear una cuenta, acepta: {documents}",
  haveAccount: "¿Ya tiene una cuenta?",
  signIn: "Iniciar sesión",
  hint: "Al menos {count} caracteres. Unas cuantas palabras seguidas son seguras y fáciles de recordar.",
  typed: "{typed} de {count} caracteres.",
  longEnough: "Longitud suficiente.",
  forgotHeading: "Establecer una contraseña nueva",
  forgotText: "Escriba su dirección de correo. Le enviaremos un enlace para elegir una contraseña nueva.",
  forgotButton: "Enviarme un enlace",
  chooseHeading: "Elegir una contraseña",
  chooseText: "Para la cuenta de {email}. Después se iniciará la sesión.",
  chooseTextWithCode:
    "Hemos enviado un enlace y un código a {email}. Abra el enlace o escriba aquí el código y una " +
    "contraseña nueva.",
  chooseButton: "Guardar e iniciar sesión",
  keepHeading: "¿Es suya esta contraseña?",
  keepText: "La cuenta de {email} tiene una contraseña anterior a la confirmación de esta dirección. Si la " +
    "eligió usted, introdúzcala y se conservará.",
  keepButton: "Conservar esta contraseña",
  keepWrong:
    "Si no es correcta, se elimina, porque puede haberla creado un desconocido. Después puede elegir " +
    "una nueva.",
  keepOther: "Si nunca eligió una, recibirá una cuenta nueva y la otra dejará de tener esta dirección.",
  keepNever: "Nunca elegí una contraseña",
  removed: "La contraseña anterior se ha eliminado. Puede elegir una nueva.",
  changeHeading: "Cambiar la contraseña",
  addHeading: "Añadir una contraseña",
  changeText: "Se cerrará la sesión en todos los demás navegadores.",
  currentPassword: "Contraseña actual",
  newPassword: "Contraseña nueva",
  changeButton: "Guardar contraseña",
  cancel: "Cancelar",
  change: "Cambiar la contraseña",
  add: "Añadir una contraseña",
  setAt: "Último cambio: {date}",
  changed: "Su contraseña se ha guardado. Se han cerrado todas sus demás sesiones.",
  errors: {
    TooShort: {
      what: "Esa contraseña es demasiado corta.",
      now: "Use al menos {count} caracteres, por ejemplo unas cuantas palabras seguidas.",
    },
    TooLong: { what: "Esa contraseña es demasiado larga.", now: "Use como máximo 1024 caracteres." },
    TooCommon: {
      what: "Esa contraseña es demasiado fácil de adivinar.",
      now: "Elija otra, por ejemplo unas cuantas palabras sin relación entre sí.",
    },
    Leaked: {
      what: "Esa contraseña ha aparecido en una filtración de datos.",
      now: "Elija otra y cambie esa en cualquier otro sitio donde la use.",
    },
    WrongPassword: { what: "Esa no es su contraseña actual.", now: "Compruébela e inténtelo de nuevo." },
  },
};

/** The mails. */
export const passwordMails: PasswordMailsMessages = {
  confirm: {
    subject: "Confirme su dirección para {app}",
    intro: "Le damos la bienvenida a {app}. Confirme que esta dirección es suya y su cuenta estará lista.",
    openLink: "Abra este enlace para confirmar su dirección:",
    button: "Confirmar dirección",
    ignore: "Si no ha creado una cuenta, ignore este correo: sin él no se creará ninguna cuenta.",
  },
  exists: {
    subject: "Ya tiene una cuenta en {app}",
    intro: "Alguien, quizá usted, ha querido crear una cuenta en {app} con esta dirección. Ya tiene una: " +
      "inicie sesión como siempre. Si ha olvidado su contraseña, elija una nueva.",
    openLink: "Abra este enlace para elegir una contraseña nueva:",
    button: "Elegir una contraseña nueva",
    ignore: "Si no ha sido usted, ignore este correo: no ha cambiado nada.",
  },
  reset: {
    subject: "Establecer una contraseña nueva para {app}",
    intro: "Elija una contraseña nueva para su cuenta en {app}. Entonces se cerrará la sesión en todos los " +
      "demás navegadores.",
    openLink: "Abra este enlace para elegir una contraseña nueva:",
    button: "Elegir una contraseña nueva",
    ignore: "Si no ha pedido este correo, ignórelo: su contraseña no ha cambiado.",
  },
  noAccount: {
    subject: "No hay ninguna cuenta en {app} con esta dirección",
    intro: "Alguien, quizá usted, ha pedido una contraseña nueva en {app}, pero no hay ninguna cuenta con " +
      "esta dirección. Quizá haya usado otra dirección u otra forma de iniciar sesión.",
    openLink: "Abra este enlace para crear una cuenta:",
    button: "Crear una cuenta",
    ignore: "Si no ha sido usted, ignore este correo: no ha pasado nada.",
  },
  unknownBrowser: {
    subject: "Confirme su inicio de sesión en {app}",
    intro: "Alguien, quizá usted, ha escrito su contraseña de {app} en un navegador que no conocemos.",
    openLink: "Si no ha sido usted, alguien conoce su contraseña. Abra este enlace para elegir una nueva:",
    button: "Elegir una contraseña nueva",
    typeCode: "Si ha sido usted, escriba este código en ese navegador:",
    ignore:
      "Si no ha sido usted, elija de inmediato una contraseña nueva. Sin el código, nadie puede iniciar sesión allí.",
  },
};

const LOOK = {
  button: "No he sido yo",
  ignore: "Si ha sido usted, ignore este correo. Si no, cierre de inmediato todas las demás sesiones.",
};

/** The mails that tell a user what has happened to their account. */
export const securityMails: SecurityMailsMessages = {
  newDevice: {
    subject: "Nuevo inicio de sesión en {app}",
    intro: "Alguien ha iniciado sesión en su cuenta de {app} con un navegador que no conocemos: {details}.",
    openLink: "Abra este enlace para ver dónde ha iniciado sesión:",
    ...LOOK,
  },
  passwordChanged: {
    subject: "Se ha cambiado su contraseña de {app}",
    intro:
      "Se ha establecido la contraseña de su cuenta de {app}: {details}. Se ha cerrado la sesión en los demás navegadores.",
    openLink: "Si no ha sido usted, abra este enlace para elegir otra contraseña:",
    button: "Elegir otra contraseña",
    otherButton: "Ver mi cuenta",
    ignore: "Si ha sido usted, ignore este correo.",
  },
  wayAdded: {
    subject: "Nueva forma de iniciar sesión en {app}",
    intro: "Se ha añadido una forma de iniciar sesión a su cuenta de {app}: {way} ({details}).",
    openLink: "Abra este enlace para ver todas las formas de iniciar sesión:",
    ...LOOK,
  },
  wayRemoved: {
    subject: "Se ha eliminado una forma de iniciar sesión en {app}",
    intro: "Se ha eliminado una forma de iniciar sesión de su cuenta de {app}: {way} ({details}).",
    openLink: "Abra este enlace para ver todas las formas de iniciar sesión:",
    ...LOOK,
  },
};
