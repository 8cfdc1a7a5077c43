/**
 * The messages about the second factor in Dutch.
 *
 * @module
 */

import type { SecondFactorWords } from "../second_factor_types.ts";

/** The messages. */
export const words: SecondFactorWords = {
  secondFactor: {
    askHeading: "Bevestig dat jij het bent",
    askText: "Nog één stap en je bent ingelogd bij {app}.",
    stepUpHeading: "Bevestig opnieuw dat jij het bent",
    stepUpText: "Je bent ingelogd bij {app}. Voor wat je wilt doen is ook de tweede stap nodig.",
    code: "Code van je authenticator-app",
    codeFormat: "Zes cijfers",
    confirm: "Bevestigen",
    remember: "Op dit apparaat {time} niet vragen",
    usePasskey: "Passkey of beveiligingssleutel",
    useRecoveryCode: "Een herstelcode gebruiken",
    recoveryCode: "Herstelcode",
    recoveryNote: "Je hebt er bij het inschakelen tien bewaard. Elke code werkt één keer.",
    lost: "Heb je dit allemaal niet meer? Vraag het de beheerders van deze site.",
    never: "Ik heb dit nooit ingeschakeld",
    neverEffect: "Je krijgt een nieuw account, en het andere heeft dit adres niet meer.",
    neverNow: "Doorgaan met een nieuw account",
    setupHeading: "Verificatie in twee stappen inschakelen",
    setupText: "Vanaf dan hoort bij het inloggen een tweede stap: een code die een app op je " +
      "telefoon toont.",
    requiredText: "{app} vraagt om een tweede stap: een code die een app op je telefoon toont.",
    getApp: "Installeer een authenticator-app of gebruik je wachtwoordbeheerder.",
    scan: "Scan deze QR-code met de app.",
    qrLabel: "QR-code met de sleutel voor je app",
    orKey: "Of vul deze sleutel in de app in:",
    typeKey: "Vul deze sleutel in een authenticator-app of in je wachtwoordbeheerder in:",
    addAccount: "Voeg je account toe aan de app.",
    openApp: "Openen in authenticator-app",
    otherDevice: "App op een ander apparaat",
    firstCode: "Vul de code in die de app toont.",
    turnOn: "Inschakelen",
    passkeysText: "Of gebruik de passkeys en beveiligingssleutels die je hebt als tweede stap.",
    usePasskeys: "Mijn passkeys gebruiken",
    mailHeading: "Bevestig eerst je adres",
    mailText: "We hebben een code gestuurd naar {email}. Vul die hier in en stel daarna de tweede stap in.",
    mailCode: "Code uit de e-mail",
    codesHeading: "Bewaar je herstelcodes",
    codesText: "Raak je je telefoon kwijt, dan vervangt elk van deze codes hem één keer. Print ze, " +
      "of bewaar ze waar je ze zonder je telefoon vindt. Je ziet ze alleen nu.",
    replaced: "De vorige codes werken niet meer.",
    codesOf: "{account} bij {app}, {date}",
    stored: "Ik heb ze bewaard",
    copy: "Kopiëren",
    copied: "Gekopieerd",
    download: "Downloaden",
    print: "Afdrukken",
    heading: "Verificatie in twee stappen",
    offText: "Die staat uit. Met een tweede stap kan niemand met alleen de eerste inloggen.",
    requiredNote: "{app} vraagt om een tweede stap, dus die blijft aan.",
    app: "Authenti\u00adcator-app",
    changeApp: "Andere app gebruiken",
    changeAppText: "De nieuwe app vervangt de vorige. Je herstelcodes blijven geldig, en op alle " +
      "apparaten wordt weer om de tweede stap gevraagd.",
    addApp: "App toevoegen",
    since: "Ingeschakeld: {date}",
    passkeysToo: "Gelden ook als tweede stap",
    recoveryCodes: "Herstel\u00adcodes",
    codesLeft: "Over: {count}",
    fewLeft: "Je hebt nog maar weinig herstelcodes. Maak nieuwe voordat je ze nodig hebt.",
    lostApp: "Telefoon kwijt?",
    newCodes: "Nieuwe codes maken",
    newCodesEffect: "De vorige codes werken dan niet meer.",
    turnOff: "Uitschakelen",
    turnOffEffect: "Je wachtwoord, of wat je in plaats daarvan gebruikt, is dan genoeg om in te loggen.",
    turnOffNow: "Nu uitschakelen",
    devices: "Apparaten zonder de tweede stap",
    until: "Tot: {date}",
    forget: "Weer vragen",
    forgetNamed: "Weer vragen op {name}",
    done: {
      "second-factor-on": "Verificatie in twee stappen is ingeschakeld.",
      "recovery-codes-shown": "De herstelcodes zijn al getoond en worden maar één keer getoond. Heb " +
        "je ze niet bewaard, maak dan nieuwe.",
      "recovery-codes-replaced": "Je hebt nieuwe herstelcodes. De vorige werken niet meer.",
      "new-authenticator": "De nieuwe authenticator-app is ingesteld.",
      "second-factor-off": "Verificatie in twee stappen is uitgeschakeld.",
      "device-forgotten": "Op dat apparaat wordt weer om de tweede stap gevraagd.",
    },
    errors: {
      InvalidSecondFactor: {
        what: "Die code klopt niet of is al gebruikt.",
        now: "Wacht op de volgende code en vul die in zolang de app hem toont.",
      },
      InvalidRecoveryCode: {
        what: "Die herstelcode klopt niet of is al gebruikt.",
        now: "Vergelijk hem met de codes die je hebt bewaard, of vul een andere in.",
      },
      InvalidCheck: {
        what: "Dat duurde te lang of is in een andere browser begonnen.",
        now: "Begin opnieuw. Sta cookies toe als het opnieuw gebeurt.",
      },
      LastFactor: {
        what: "Die passkey is je tweede stap.",
        now: "Stel een authenticator-app in, of schakel de tweede stap uit, voordat je hem verwijdert.",
      },
      SecondFactorRequired: {
        what: "Deze site vraagt je om een tweede stap.",
        now: "Vraag het de beheerders van de site als je die moet uitschakelen.",
      },
    },
  },
  secondFactorMails: {
    secondFactorOn: {
      subject: "Verificatie in twee stappen bij {app} is ingeschakeld",
      intro: "Voor je account bij {app} is verificatie in twee stappen ingeschakeld: {details}.",
      openLink: "Als jij het niet was, open dan deze link om te zien waar je bent ingelogd:",
      button: "Dit was ik niet",
      ignore: "Als jij het was, negeer dan deze e-mail.",
    },
    newAuthenticator: {
      subject: "Nieuwe authenticator-app bij {app}",
      intro: "De codes voor je account bij {app} komen nu uit een nieuwe authenticator-app: {details}.",
      openLink: "Als jij het niet was, open dan deze link om te zien waar je bent ingelogd:",
      button: "Dit was ik niet",
      ignore: "Als jij het was, negeer dan deze e-mail. Zo niet, log dan meteen overal elders uit.",
    },
    secondFactorOff: {
      subject: "Verificatie in twee stappen bij {app} is uitgeschakeld",
      intro: "Voor je account bij {app} is verificatie in twee stappen uitgeschakeld: {details}.",
      openLink: "Als jij het niet was, open dan deze link om die weer in te schakelen:",
      button: "Dit was ik niet",
      ignore: "Als jij het was, negeer dan deze e-mail. Zo niet, log dan meteen overal elders uit.",
    },
    secondFactorReset: {
      subject: "Verificatie in twee stappen bij {app} is voor je uitgeschakeld",
      intro: "De beheerders van {app} hebben voor je account verificatie in twee stappen " +
        "uitgeschakeld: {details}.",
      openLink: "Open deze link om die weer in te schakelen:",
      button: "Mijn account bekijken",
      ignore: "Als je erom hebt gevraagd, negeer dan deze e-mail. Zo niet, vraag hun dan meteen wie " +
        "het was.",
    },
    recoveryCodeUsed: {
      subject: "Er is een herstelcode gebruikt bij {app}",
      intro: "Iemand is met een van je herstelcodes ingelogd op je account bij {app}: {details}.",
      openLink: "Open deze link om te zien waar je bent ingelogd en om nieuwe codes te maken:",
      button: "Mijn account bekijken",
      ignore: "Als jij het was, negeer dan deze e-mail. Zo niet, log dan meteen overal elders uit.",
    },
    recoveryCodesReplaced: {
      subject: "Nieuwe herstelcodes bij {app}",
      intro: "Iemand heeft nieuwe herstelcodes gemaakt voor je account bij {app}: {details}.",
      openLink: "Open deze link om te zien waar je bent ingelogd en om nieuwe codes te maken:",
      button: "Dit was ik niet",
      ignore: "Als jij het was, negeer dan deze e-mail. Zo niet, log dan meteen overal elders uit.",
    },
    enrol: {
      subject: "Je code voor {app}",
      intro: "Met deze code stel je verificatie in twee stappen in bij {app}.",
      openLink: "Heb je de pagina gesloten die erom vraagt, open dan deze link:",
      button: "De pagina openen",
      typeCode: "Vul deze code in op de pagina die erom vraagt:",
      lifetime: "Hij werkt {lifetime} en maar één keer.",
      ignore: "Als jij het niet was, kent iemand je wachtwoord of gebruikt iemand een account van " +
        "jou. Zonder deze code komt diegene niet verder. Verander dat wachtwoord.",
    },
  },
};
