/**
 * The messages about the second factor in Spanish.
 *
 * @module
 */

import type { SecondFactorWords } from "../second_factor_types.ts";

/** The messages. */
export const words: SecondFactorWords = {
  secondFactor: {
    askHeading: "Confirme que es usted",
    askText: "Un paso más y habrá iniciado sesión en {app}.",
    stepUpHeading: "Confirme de nuevo que es usted",
    stepUpText: "Ha iniciado sesión en {app}. Lo que quiere hacer requiere también el segundo paso.",
    code: "Código de su aplicación de autenticación",
    codeFormat: "Seis cifras",
    confirm: "Confirmar",
    remember: "No preguntar en este dispositivo durante {time}",
    usePasskey: "Llave de acceso o de seguridad",
    useRecoveryCode: "Usar un código de recuperación",
    recoveryCode: "Código de recuperación",
    recoveryNote: "Guardó diez al activar la verificación. Cada uno sirve una vez.",
    lost: "¿Ya no tiene nada de esto? Pregunte a las personas que administran este sitio.",
    never: "Nunca activé esto",
    neverEffect: "Recibirá una cuenta nueva y la otra dejará de tener esta dirección.",
    neverNow: "Continuar con una cuenta nueva",
    setupHeading: "Activar la verificación en dos pasos",
    setupText: "A partir de entonces, iniciar sesión requiere un segundo paso: un código que muestra " +
      "una aplicación de su teléfono.",
    requiredText: "{app} pide un segundo paso: un código que muestra una aplicación de su teléfono.",
    getApp: "Instale una aplicación de autenticación o use su gestor de contraseñas.",
    scan: "Escanee este código QR con la aplicación.",
    qrLabel: "Código QR con la clave para su aplicación",
    orKey: "O escriba esta clave en la aplicación:",
    typeKey: "Escriba esta clave en una aplicación de autenticación o en su gestor de contraseñas:",
    addAccount: "Añada su cuenta a la aplicación.",
    openApp: "Abrir en la aplicación de autenticación",
    otherDevice: "Aplicación en otro dispositivo",
    firstCode: "Escriba el código que muestra la aplicación.",
    turnOn: "Activar",
    passkeysText: "O use como segundo paso las llaves de acceso y de seguridad que ya tiene.",
    usePasskeys: "Usar mis llaves de acceso",
    mailHeading: "Primero, confirme su dirección",
    mailText: "Hemos enviado un código a {email}. Escríbalo aquí y después configure el segundo paso.",
    mailCode: "Código del correo",
    codesHeading: "Guarde sus códigos de recuperación",
    codesText: "Si pierde el teléfono, cada uno de estos códigos lo sustituye una vez. Imprímalos o " +
      "guárdelos donde los encuentre sin el teléfono. Solo se muestran ahora.",
    replaced: "Los códigos anteriores ya no sirven.",
    codesOf: "{account} en {app}, {date}",
    stored: "Los he guardado",
    copy: "Copiar",
    copied: "Copiado",
    download: "Descargar",
    print: "Imprimir",
    heading: "Verificación en dos pasos",
    offText: "Está desactivada. Con un segundo paso, nadie puede iniciar sesión solo con el primero.",
    requiredNote: "{app} pide un segundo paso, por lo que sigue activada.",
    app: "Aplicación de autenti\u00adcación",
    changeApp: "Usar otra aplicación",
    changeAppText: "La nueva aplicación sustituye a la anterior. Los códigos de recuperación siguen " +
      "siendo válidos, y el segundo paso se volverá a pedir en todos los dispositivos.",
    addApp: "Añadir una aplicación",
    since: "Activada: {date}",
    passkeysToo: "También valen como segundo paso",
    recoveryCodes: "Códigos de recupe\u00adración",
    codesLeft: "Quedan: {count}",
    fewLeft: "Le quedan pocos códigos de recuperación. Cree otros antes de necesitarlos.",
    lostApp: "¿Ha perdido el teléfono?",
    newCodes: "Crear códigos nuevos",
    newCodesEffect: "Los códigos anteriores dejarán de servir.",
    turnOff: "Desactivar",
    turnOffEffect: "Para iniciar sesión bastará con su contraseña, o con lo que use en su lugar.",
    turnOffNow: "Desactivar ahora",
    devices: "Dispositivos sin el segundo paso",
    until: "Hasta: {date}",
    forget: "Volver a preguntar",
    forgetNamed: "Volver a preguntar en {name}",
    done: {
      "second-factor-on": "La verificación en dos pasos está activada.",
      "recovery-codes-shown": "Los códigos de recuperación ya se mostraron, y solo se muestran una " +
        "vez. Si no los ha guardado, cree otros.",
      "recovery-codes-replaced": "Tiene códigos de recuperación nuevos. Los anteriores ya no sirven.",
      "new-authenticator": "La nueva aplicación de autenticación está configurada.",
      "second-factor-off": "La verificación en dos pasos está desactivada.",
      "device-forgotten": "En ese dispositivo se volverá a pedir el segundo paso.",
    },
    errors: {
      InvalidSecondFactor: {
        what: "Ese código no es correcto o ya se ha usado.",
        now: "Espere al código siguiente y escríbalo mientras la aplicación lo muestra.",
      },
      InvalidRecoveryCode: {
        what: "Ese código de recuperación no es correcto o ya se ha usado.",
        now: "Compárelo con los que guardó o escriba otro.",
      },
      InvalidCheck: {
        what: "Tardó demasiado o comenzó en otro navegador.",
        now: "Empiece de nuevo. Si vuelve a ocurrir, permita las cookies.",
      },
      LastFactor: {
        what: "Esa llave de acceso es su segundo paso.",
        now: "Configure una aplicación de autenticación o desactive el segundo paso antes de eliminarla.",
      },
      SecondFactorRequired: {
        what: "Este sitio le exige un segundo paso.",
        now: "Pregunte a los responsables del sitio si necesita desactivarlo.",
      },
    },
  },
  secondFactorMails: {
    secondFactorOn: {
      subject: "La verificación en dos pasos en {app} está activada",
      intro: "Se ha activado la verificación en dos pasos de su cuenta de {app}: {details}.",
      openLink: "Si no ha sido usted, abra este enlace para ver dónde ha iniciado sesión:",
      button: "No he sido yo",
      ignore: "Si ha sido usted, ignore este correo.",
    },
    newAuthenticator: {
      subject: "Nueva aplicación de autenticación en {app}",
      intro:
        "Los códigos de su cuenta de {app} los genera ahora una nueva aplicación de autenticación: {details}.",
      openLink: "Si no ha sido usted, abra este enlace para ver dónde ha iniciado sesión:",
      button: "No he sido yo",
      ignore: "Si ha sido usted, ignore este correo. Si no, cierre de inmediato todas las demás sesiones.",
    },
    secondFactorOff: {
      subject: "La verificación en dos pasos en {app} está desactivada",
      intro: "Se ha desactivado la verificación en dos pasos de su cuenta de {app}: {details}.",
      openLink: "Si no ha sido usted, abra este enlace para volver a activarla:",
      button: "No he sido yo",
      ignore: "Si ha sido usted, ignore este correo. Si no, cierre de inmediato todas las demás sesiones.",
    },
    secondFactorReset: {
      subject: "Hemos desactivado su verificación en dos pasos en {app}",
      intro: "Las personas que administran {app} han desactivado la verificación en dos pasos de su " +
        "cuenta: {details}.",
      openLink: "Abra este enlace para volver a activarla:",
      button: "Ver mi cuenta",
      ignore: "Si lo ha pedido usted, ignore este correo. Si no, pregúnteles de inmediato quién lo " +
        "ha pedido.",
    },
    recoveryCodeUsed: {
      subject: "Se ha usado un código de recuperación en {app}",
      intro: "Alguien ha iniciado sesión en su cuenta de {app} con uno de sus códigos de " +
        "recuperación: {details}.",
      openLink: "Abra este enlace para ver dónde ha iniciado sesión y para crear códigos nuevos:",
      button: "Ver mi cuenta",
      ignore: "Si ha sido usted, ignore este correo. Si no, cierre de inmediato todas las demás sesiones.",
    },
    recoveryCodesReplaced: {
      subject: "Nuevos códigos de recuperación en {app}",
      intro: "Alguien ha creado nuevos códigos de recuperación para su cuenta en {app}: {details}.",
      openLink: "Abra este enlace para ver dónde ha iniciado sesión y para crear códigos nuevos:",
      button: "No he sido yo",
      ignore: "Si ha sido usted, ignore este correo. Si no, cierre de inmediato todas las demás sesiones.",
    },
    enrol: {
      subject: "Su código para {app}",
      intro: "Con este código configura la verificación en dos pasos en {app}.",
      openLink: "Si ha cerrado la página que lo solicita, abra este enlace:",
      button: "Abrir la página",
      typeCode: "Escriba este código en la página que lo solicita:",
      lifetime: "Es válido durante {lifetime} y una sola vez.",
      ignore: "Si no ha sido usted, alguien conoce su contraseña o usa una cuenta suya. Sin este " +
        "código no puede continuar. Cambie esa contraseña.",
    },
  },
};
