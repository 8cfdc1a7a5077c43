/**
 * The messages about the second factor in German.
 *
 * @module
 */

import type { SecondFactorWords } from "../second_factor_types.ts";

/** The messages. */
export const words: SecondFactorWords = {
  secondFactor: {
    askHeading: "Bestätigen Sie Ihre Identität",
    askText: "Noch ein Schritt, dann sind Sie bei {app} angemeldet.",
    stepUpHeading: "Bestätigen Sie noch einmal Ihre Identität",
    stepUpText: "Sie sind bei {app} angemeldet. Für das, was Sie vorhaben, ist auch der zweite " +
      "Schritt nötig.",
    code: "Code aus Ihrer Authenticator-App",
    codeFormat: "Sechs Ziffern",
    confirm: "Bestätigen",
    remember: "Auf diesem Gerät {time} lang nicht fragen",
    usePasskey: "Passkey oder Sicherheitsschlüssel",
    useRecoveryCode: "Wiederherstellungscode verwenden",
    recoveryCode: "Wiederherstellungscode",
    recoveryNote: "Beim Einschalten haben Sie zehn davon aufbewahrt. Jeder gilt einmal.",
    lost: "Sie haben nichts davon mehr? Wenden Sie sich an die Betreiber dieser Website.",
    never: "Ich habe das nie eingeschaltet",
    neverEffect: "Sie bekommen ein neues Konto, und das andere hat diese Adresse nicht mehr.",
    neverNow: "Mit einem neuen Konto weiter",
    setupHeading: "Anmeldung in zwei Schritten einschalten",
    setupText: "Danach gehört zur Anmeldung ein zweiter Schritt: ein Code, den eine App auf Ihrem " +
      "Telefon anzeigt.",
    requiredText: "{app} verlangt einen zweiten Schritt: einen Code, den eine App auf " +
      "Ihrem Telefon anzeigt.",
    getApp: "Installieren Sie eine Authenticator-App oder verwenden Sie Ihren Passwortmanager.",
    scan: "Scannen Sie diesen QR-Code mit der App.",
    qrLabel: "QR-Code mit dem Schlüssel für Ihre App",
    orKey: "Oder geben Sie diesen Schlüssel in der App ein:",
    typeKey: "Geben Sie diesen Schlüssel in einer Authenticator-App oder in Ihrem Passwortmanager ein:",
    addAccount: "Fügen Sie Ihr Konto in der App hinzu.",
    openApp: "In Authenticator-App öffnen",
    otherDevice: "App auf einem anderen Gerät",
    firstCode: "Geben Sie den Code ein, den die App anzeigt.",
    turnOn: "Einschalten",
    passkeysText: "Oder verwenden Sie die Passkeys und Sicherheitsschlüssel, die Sie haben, als " +
      "zweiten Schritt.",
    usePasskeys: "Meine Passkeys verwenden",
    mailHeading: "Bestätigen Sie zuerst Ihre Adresse",
    mailText: "Wir haben einen Code an {email} gesendet. Geben Sie ihn hier ein und richten Sie " +
      "danach den zweiten Schritt ein.",
    mailCode: "Code aus der E-Mail",
    codesHeading: "Wiederherstellungscodes aufbewahren",
    codesText: "Wenn Sie Ihr Telefon verlieren, ersetzt es jeder dieser Codes ein Mal. Drucken Sie " +
      "sie aus oder bewahren Sie sie dort auf, wo Sie sie ohne Ihr Telefon finden. Sie " +
      "werden nur jetzt angezeigt.",
    replaced: "Die früheren Codes gelten nicht mehr.",
    codesOf: "{account} bei {app}, {date}",
    stored: "Ich habe sie aufbewahrt",
    copy: "Kopieren",
    copied: "Kopiert",
    download: "Herunterladen",
    print: "Drucken",
    heading: "Anmeldung in zwei Schritten",
    offText:
      "Sie ist ausgeschaltet. Mit einem zweiten Schritt kann sich niemand allein mit dem ersten anmelden.",
    requiredNote: "{app} verlangt einen zweiten Schritt, darum bleibt sie eingeschaltet.",
    app: "Authenti\u00adcator-App",
    changeApp: "Andere App verwenden",
    changeAppText: "Die neue App ersetzt die bisherige. Die Wiederherstellungscodes gelten weiter, und " +
      "auf allen Geräten wird wieder nach dem zweiten Schritt gefragt.",
    addApp: "App hinzufügen",
    since: "Eingeschaltet: {date}",
    passkeysToo: "Gelten auch als zweiter Schritt",
    recoveryCodes: "Wieder\u00adher\u00adstellungs\u00adcodes",
    codesLeft: "Übrig: {count}",
    fewLeft: "Sie haben nur noch wenige Wiederherstellungscodes. Erstellen Sie neue, bevor Sie sie " +
      "brauchen.",
    lostApp: "Handy verloren?",
    newCodes: "Neue Codes erstellen",
    newCodesEffect: "Die früheren Codes gelten dann nicht mehr.",
    turnOff: "Ausschalten",
    turnOffEffect: "Dann genügt zur Anmeldung Ihr Passwort, oder was Sie stattdessen verwenden.",
    turnOffNow: "Jetzt ausschalten",
    devices: "Vertrauenswürdige Geräte",
    until: "Bis: {date}",
    forget: "Wieder fragen",
    forgetNamed: "Wieder fragen auf {name}",
    done: {
      "second-factor-on": "Die Anmeldung in zwei Schritten ist eingeschaltet.",
      "recovery-codes-shown": "Die Wiederherstellungscodes wurden schon angezeigt, und sie werden " +
        "nur einmal angezeigt. Wenn Sie sie nicht aufbewahrt haben, erstellen Sie neue.",
      "recovery-codes-replaced": "Sie haben neue Wiederherstellungscodes. Die früheren gelten nicht mehr.",
      "new-authenticator": "Die neue Authenticator-App ist eingerichtet.",
      "second-factor-off": "Die Anmeldung in zwei Schritten ist ausgeschaltet.",
      "device-forgotten": "Auf diesem Gerät wird wieder nach dem zweiten Schritt gefragt.",
    },
    errors: {
      InvalidSecondFactor: {
        what: "Dieser Code stimmt nicht oder wurde schon benutzt.",
        now: "Warten Sie auf den nächsten Code und geben Sie ihn ein, solange die App ihn anzeigt.",
      },
      InvalidRecoveryCode: {
        what: "Dieser Wiederherstellungscode stimmt nicht oder wurde schon benutzt.",
        now: "Vergleichen Sie ihn mit denen, die Sie aufbewahrt haben, oder geben Sie einen anderen ein.",
      },
      InvalidCheck: {
        what: "Das hat zu lange gedauert oder wurde in einem anderen Browser begonnen.",
        now: "Beginnen Sie noch einmal. Wenn es wieder geschieht, erlauben Sie Cookies.",
      },
      LastFactor: {
        what: "Dieser Passkey ist Ihr zweiter Schritt.",
        now:
          "Richten Sie eine Authenticator-App ein oder schalten Sie den zweiten Schritt aus, bevor Sie ihn entfernen.",
      },
      SecondFactorRequired: {
        what: "Diese Website verlangt von Ihnen einen zweiten Schritt.",
        now: "Fragen Sie die Betreiber, wenn Sie ihn ausschalten müssen.",
      },
    },
  },
  secondFactorMails: {
    secondFactorOn: {
      subject: "Die Anmeldung in zwei Schritten bei {app} ist eingeschaltet",
      intro: "Für Ihr Konto bei {app} wurde die Anmeldung in zwei Schritten eingeschaltet: {details}.",
      openLink: "Wenn Sie es nicht waren, öffnen Sie diesen Link, um zu sehen, wo Sie angemeldet sind:",
      button: "Das war ich nicht",
      ignore: "Wenn Sie es waren, ignorieren Sie diese E-Mail.",
    },
    newAuthenticator: {
      subject: "Neue Authenticator-App bei {app}",
      intro: "Die Codes für Ihr Konto bei {app} kommen jetzt aus einer neuen Authenticator-App: {details}.",
      openLink: "Wenn Sie es nicht waren, öffnen Sie diesen Link, um zu sehen, wo Sie angemeldet sind:",
      button: "Das war ich nicht",
      ignore: "Wenn Sie es waren, ignorieren Sie diese E-Mail. Wenn nicht, melden Sie sich sofort " +
        "überall sonst ab.",
    },
    secondFactorOff: {
      subject: "Die Anmeldung in zwei Schritten bei {app} ist ausgeschaltet",
      intro: "Für Ihr Konto bei {app} wurde die Anmeldung in zwei Schritten ausgeschaltet: {details}.",
      openLink: "Wenn Sie es nicht waren, öffnen Sie diesen Link, um sie wieder einzuschalten:",
      button: "Das war ich nicht",
      ignore: "Wenn Sie es waren, ignorieren Sie diese E-Mail. Wenn nicht, melden Sie sich sofort " +
        "überall sonst ab.",
    },
    secondFactorReset: {
      subject: "Die Anmeldung in zwei Schritten bei {app} wurde für Sie ausgeschaltet",
      intro: "Die Betreiber von {app} haben für Ihr Konto die Anmeldung in zwei Schritten " +
        "ausgeschaltet: {details}.",
      openLink: "Öffnen Sie diesen Link, um sie wieder einzuschalten:",
      button: "Konto ansehen",
      ignore: "Wenn Sie darum gebeten haben, ignorieren Sie diese E-Mail. Wenn nicht, fragen Sie " +
        "sofort nach, wer es war.",
    },
    recoveryCodeUsed: {
      subject: "Ein Wiederherstellungscode bei {app} wurde benutzt",
      intro: "Jemand hat sich mit einem Ihrer Wiederherstellungscodes in Ihrem Konto bei {app} " +
        "angemeldet: {details}.",
      openLink: "Öffnen Sie diesen Link, um zu sehen, wo Sie angemeldet sind, und um neue Codes zu " +
        "erstellen:",
      button: "Konto ansehen",
      ignore: "Wenn Sie es waren, ignorieren Sie diese E-Mail. Wenn nicht, melden Sie sich sofort " +
        "überall sonst ab.",
    },
    recoveryCodesReplaced: {
      subject: "Neue Wiederherstellungscodes bei {app}",
      intro: "Jemand hat für Ihr Konto bei {app} neue Wiederherstellungscodes erstellt: {details}.",
      openLink: "Öffnen Sie diesen Link, um zu sehen, wo Sie angemeldet sind, und um neue Codes zu " +
        "erstellen:",
      button: "Das war ich nicht",
      ignore: "Wenn Sie es waren, ignorieren Sie diese E-Mail. Wenn nicht, melden Sie sich sofort " +
        "überall sonst ab.",
    },
    enrol: {
      subject: "Ihr Code für {app}",
      intro: "Mit diesem Code richten Sie die Anmeldung in zwei Schritten bei {app} ein.",
      openLink: "Wenn Sie die Seite geschlossen haben, die danach fragt, öffnen Sie diesen Link:",
      button: "Seite öffnen",
      typeCode: "Geben Sie diesen Code auf der Seite ein, die danach fragt:",
      lifetime: "Er gilt nur einmal und nicht länger als {lifetime}.",
      ignore: "Wenn Sie es nicht waren, kennt jemand Ihr Passwort oder benutzt ein Konto von Ihnen. " +
        "Ohne diesen Code kommt niemand weiter. Ändern Sie dieses Passwort.",
    },
  },
};
