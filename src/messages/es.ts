/**
 * The messages in Spanish.
 *
 * @module
 */

import { account } from "./account/es.ts";
import { activity } from "./activity/es.ts";
import { deletion, deletionMails } from "./deletion/es.ts";
import { emailChange, emailChangeMails } from "./email_change/es.ts";
import { password, passwordMails, securityMails } from "./passwords/es.ts";
import { signUp } from "./sign_up/es.ts";
import { userNames } from "./user_names/es.ts";
import { administration } from "./administration/es.ts";
import { profile } from "./profile/es.ts";
import type { Messages } from "./types.ts";

const AGAIN = "Inténtelo de nuevo o elija otra forma de iniciar sesión.";
const BEFORE = "Si es usted, inicie sesión como antes. Si no, póngase en contacto con nosotros.";
const UNVERIFIED = "Ya existe una cuenta con esta dirección, pero la dirección nunca se confirmó.";

/** The messages. */
export const es: Messages = {
  general: {
    back: "Volver a {app}",
    unknownError: { what: "No se ha podido iniciar sesión.", now: "Inténtelo de nuevo." },
    errorTitle: "Error: {title}",
    wait: "Espere un momento.",
    waitTime: "Tiempo de espera: {time}",
    triesLeft: "Intentos restantes: {count}.",
    justNow: "hace un momento",
    email: "Correo electrónico",
    passkey: "Llave de acceso",
    device: "{browser} en {system}",
    terms: "Condiciones",
    privacy: "Privacidad",
    support: "Ayuda",
    otherWay: "Iniciar sesión de otra forma",
    keptForm: {
      heading: "Un paso más",
      text: "El formulario aún no se ha enviado.",
      button: "Enviar",
      page: "Página",
      filledIn: "Rellenado",
      files: "No guardamos los archivos. Vuelva a elegirlos.",
      discard: "Descartar",
    },
  },
  signIn: {
    heading: "Iniciar sesión",
    headingNamed: "Iniciar sesión en {app}",
    purpose: "para continuar en {app}",
    headingToAdd: "Añadir una forma de iniciar sesión",
    purposeToAdd: "a su cuenta en {app}",
    current: "Ha iniciado sesión como {person}.",
    currentNameless: "Ha iniciado sesión.",
    another: "También puede iniciar sesión con otra cuenta.",
    adding: "Lo que elija aquí dará acceso a esta cuenta.",
    button: "Continuar con {provider}",
    signUp: "Registrarse con {provider}",
    address: "Correo electrónico",
    addressExample: "nombre@example.com",
    password: "Contraseña",
    continue: "Continuar",
    submit: "Iniciar sesión",
    forgotPassword: "¿Ha olvidado su contraseña?",
    showPassword: "Mostrar la contraseña",
    sendMail: "Enviarme un enlace de acceso",
    sendMailWith: "Enviarme un enlace de acceso con {provider}",
    usePasskey: "Iniciar sesión con una llave de acceso",
    createPasskey: "Registrarse con una llave de acceso",
    addPasskey: "Añadir una llave de acceso",
    passkeyNeedsScript: "Las llaves de acceso necesitan JavaScript.",
    lastUsed: "Último uso",
    more: "Más formas de iniciar sesión",
    newHere: "¿Primera vez aquí?",
    register: "Crear una cuenta",
    or: "o",
    nothingToAdd: "No hay nada más que pueda añadir.",
    noProvider: {
      what: "Todavía no hay ninguna forma de iniciar sesión.",
      now: "Si administra este sitio, añada un proveedor a su configuración.",
    },
  },
  signInErrors: {
    AccountNotLinked: { what: "Esa llave de acceso, o su dirección, pertenece a otro usuario.", now: BEFORE },
    CredentialsSignin: { what: "Esos datos no son correctos.", now: "Compruébelos e inténtelo de nuevo." },
    EmailSignInError: {
      what: "No se ha podido enviar el correo.",
      now: "Inténtelo de nuevo en un momento.",
    },
    InvalidCheck: {
      what: "El inicio de sesión tardó demasiado o comenzó en otro navegador.",
      now: "Empiece de nuevo desde aquí. Si vuelve a ocurrir, permita las cookies.",
    },
    InvalidEmail: {
      what: "Escriba una dirección de correo válida.",
      now: "Compruébela e inténtelo de nuevo.",
    },
    InvalidProvider: {
      what: "Esa forma de iniciar sesión no está disponible.",
      now: "Elija una de las siguientes.",
    },
    MissingCSRF: {
      what: "Esta página estuvo abierta demasiado tiempo o las cookies están bloqueadas.",
      now: "Permita las cookies e inténtelo de nuevo.",
    },
    OAuthAccountNotLinked: { what: "Esa cuenta, o su dirección, pertenece a otro usuario.", now: BEFORE },
    OAuthCallbackError: { what: "El inicio de sesión se canceló o fue rechazado.", now: AGAIN },
    OAuthProfileParseError: {
      what: "El servicio elegido no ha dado suficientes datos de su cuenta.",
      now: AGAIN,
    },
    OtherAccount: { what: "La cuenta elegida no es la que está conectada.", now: AGAIN },
    ProviderResponseError: { what: "La respuesta del servicio elegido no es de confianza.", now: AGAIN },
    ProviderUnavailable: { what: "El servicio elegido no responde.", now: AGAIN },
    RateLimited: {
      what: "Ha habido demasiados intentos.",
      now: "Espere un poco e inténtelo de nuevo, o inicie sesión de otra forma.",
    },
    ReconnectRequired: {
      what: "La conexión con ese servicio ha terminado.",
      now: "Vuelva a iniciar sesión con él.",
    },
    ReconnectRequiredWithName: {
      what: "La conexión con {provider} ha terminado.",
      now: "Vuelva a iniciar sesión con {provider}.",
    },
    ServerBusy: {
      what: "El servidor está muy ocupado en este momento.",
      now: "Espere unos segundos e inténtelo de nuevo.",
    },
    SessionNotFresh: {
      what: "Confirme que es usted.",
      now: "Inicie sesión de nuevo para continuar.",
    },
    SessionRequired: {
      what: "Debe iniciar sesión para ver esa página.",
      now: "Elija cómo iniciar sesión.",
    },
    TooManyWrongCodes: {
      what: "Ha habido demasiados códigos incorrectos.",
      now: "Empiece de nuevo desde aquí.",
    },
    UserChanged: { what: "La cuenta cambió mientras iniciaba sesión.", now: AGAIN },
    UserNotVerified: {
      what: UNVERIFIED,
      now:
        "Inicie sesión como antes y vuelva a pedir aquí un correo para confirmar la dirección. Si no creó usted esa cuenta, póngase en contacto con nosotros.",
    },
    UserNotVerifiedWithWays: {
      what: UNVERIFIED,
      now:
        "Inicie sesión con {ways} y vuelva a pedir aquí un correo para confirmar la dirección. Si no creó usted esa cuenta, póngase en contacto con nosotros.",
    },
    WebAuthnVerificationError: { what: "No se ha podido verificar su llave de acceso.", now: AGAIN },
  },
  challenge: {
    needsScript: "Este formulario necesita JavaScript.",
    errors: {
      ChallengeFailed: { what: "No se ha podido comprobar que es una persona.", now: "Inténtelo de nuevo." },
    },
  },
  signOut: {
    headingSignedOut: "Ha cerrado la sesión",
    textSignedOut: "Nadie ha iniciado sesión en {app} en este navegador.",
    signIn: "Iniciar sesión",
    heading: "¿Cerrar sesión?",
    text: "Esto cierra su sesión en {app} en este navegador.",
    button: "Cerrar sesión",
    stay: "Mantener la sesión abierta",
  },
  verifyRequest: {
    heading: "Revise su correo",
    sentLinkAndCode:
      "Hemos enviado un enlace y un código a {email}. Abra el enlace o escriba el código aquí.",
    sentLink: "Hemos enviado un enlace de acceso a {email}. Ábralo para iniciar sesión.",
    again: "Enviar de nuevo",
    againLater: "Enviar de nuevo en {seconds} s",
    sentAgain: "Le hemos enviado otro correo. El más reciente es el que vale.",
    tooEarly: "Espere {seconds} s antes de pedir otro correo.",
    otherAddress: "Usar otra dirección",
    link: "Le hemos enviado un enlace para iniciar sesión en {app}. Ábralo para entrar.",
    nothing: "¿No ha llegado nada tras unos minutos? Mire en la carpeta de correo no deseado.",
    code: "Código",
    codeFormat: "Ocho cifras",
    button: "Iniciar sesión",
    InvalidCode: {
      what: "Ese código no es correcto.",
      now: "Compárelo con el correo más reciente e inténtelo de nuevo.",
    },
  },
  confirmation: {
    heading: "¿Es usted?",
    question: "¿Iniciar sesión en {app} como {email}?",
    button: "Iniciar sesión",
    note: "Si no pidió usted este enlace o esta no es su dirección, no continúe: el enlace por sí solo " +
      "no inicia la sesión de nadie.",
    no: "No, no soy yo",
    headingSignedIn: "Ya ha iniciado sesión",
  },
  link: {
    heading: "¿Añadir esto a su cuenta?",
    text: "Ha iniciado sesión como {current} y acaba de usar {provider}.",
    textWithName: "Ha iniciado sesión como {current} y acaba de usar {provider} como {proven}.",
    nameless: "alguien sin nombre",
    add: "Añadir {provider} a la cuenta de {current}",
    addNameless: "Añadir {provider} a esta cuenta",
    switch: "Continuar como {proven}",
    switchNameless: "Continuar como otra persona",
    note: "Si lo añade, {account} dará acceso a la cuenta de {current}. Añádalo solo si ambos son suyos.",
    noteNameless: "Si lo añade, {account} dará acceso a su cuenta actual. Añádalo solo si ambos son suyos.",
    cancel: "Cancelar",
  },
  takenOver: {
    heading: "Su dirección está confirmada",
    text: "Ya existía una cuenta con esta dirección, y ahora solo usted tiene acceso a ella.",
    done: "Qué hemos hecho",
    removed: "Eliminada",
    signedOut: "Se ha cerrado la sesión en todos los demás navegadores",
    advice: "Si alguna era suya, puede configurarla de nuevo.",
    again: "Configurar de nuevo",
    button: "Continuar",
  },
  account,
  activity,
  deletion,
  deletionMails,
  emailChange,
  emailChangeMails,
  profile,
  signUp,
  userNames,
  administration,
  error: {
    AccessDenied: {
      heading: "No tiene acceso",
      text:
        "Su cuenta no puede iniciar sesión aquí. Use otra o pregunte a las personas que administran este sitio.",
      button: "Usar otra cuenta",
    },
    Configuration: {
      heading: "El inicio de sesión no funciona",
      text:
        "Este sitio no está bien configurado. Si lo administra, el registro del servidor indica qué hay que cambiar.",
    },
    UserNotStored: {
      heading: "Eso no es posible en este sitio",
      text: "Pregunte a las personas que administran este sitio.",
    },
    ServerError: {
      heading: "Algo ha fallado",
      text: "El error es nuestro, no suyo. Inténtelo de nuevo en un momento.",
      button: "Reintentar",
    },
    Verification: {
      heading: "Este enlace ya no es válido",
      text:
        "El enlace y el código de un correo sirven una vez, durante poco tiempo, y no después de demasiados códigos " +
        "incorrectos. Inicie sesión de nuevo para recibir otros.",
      button: "Iniciar sesión de nuevo",
    },
    unknown: {
      heading: "Algo ha fallado",
      text: "No ha iniciado sesión. Inténtelo de nuevo.",
      button: "Iniciar sesión",
    },
  },
  passkey: {
    Configuration:
      "Las llaves de acceso no están bien configuradas en este sitio. Si lo administra, el registro del servidor indica qué hay que cambiar.",
    InvalidEmail: "Escriba una dirección de correo válida, por ejemplo nombre@example.com.",
    InvalidStateError: "Este dispositivo ya tiene una llave de acceso suya. Inicie sesión con ella.",
    NotAllowedError:
      "No se usó ninguna llave de acceso: se canceló o se tardó demasiado. Inténtelo de nuevo.",
    NotSupportedError: "Este dispositivo no puede crear una llave de acceso para este sitio.",
    SecurityError: "Este sitio no puede usar llaves de acceso en esta dirección.",
    "Invalid request": "Inicie sesión primero. Para registrarse, rellene el formulario.",
    Unsupported:
      "Este navegador no admite llaves de acceso. Use otro navegador u otra forma de iniciar sesión.",
    unknown: "No ha funcionado. Inténtelo de nuevo en un momento.",
  },
  passkeyOffer: {
    heading: "Inicie sesión más rápido la próxima vez",
    text:
      "Con una llave de acceso, inicia sesión con su huella, su rostro o un PIN. No tiene que recordar nada ni esperar un correo.",
    button: "Crear una llave de acceso",
    skip: "Ahora no",
  },
  mail: {
    subject: "Iniciar sesión en {app}",
    preheader: "Aquí tiene su enlace y su código para iniciar sesión.",
    openLink: "Abra este enlace:",
    button: "Iniciar sesión",
    typeCode: "O escriba este código en la página que lo solicita:",
    lifetime: "Ambos son válidos durante {lifetime} y una sola vez.",
    asked: "Solicitado: {details}",
    copyLink: "¿No funciona el botón? Copie esta dirección en su navegador:",
    warning: "No dé nunca el enlace ni el código a nadie, tampoco a quien diga ser de {app}.",
    warningLink: "No dé nunca el enlace a nadie, tampoco a quien diga ser de {app}.",
    warningCode: "No dé nunca el código a nadie, tampoco a quien diga ser de {app}.",
    ignore: "Si no ha pedido este correo, ignórelo: sin él nadie puede iniciar sesión.",
    reason: "Recibe este correo porque alguien ha usado su dirección en {app}.",
    accountReason: "Este correo trata de la seguridad de su cuenta de {app}.",
  },
  password,
  passwordMails,
  securityMails,
};
