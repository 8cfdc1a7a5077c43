/**
 * The messages about the second factor in Swedish.
 *
 * @module
 */

import type { SecondFactorWords } from "../second_factor_types.ts";

/** The messages. */
export const words: SecondFactorWords = {
  secondFactor: {
    askHeading: "Bekräfta att det är du",
    askText: "Ett steg till, sedan är du inloggad på {app}.",
    stepUpHeading: "Bekräfta igen att det är du",
    stepUpText: "Du är inloggad på {app}. Det du vill göra kräver även det andra steget.",
    code: "Kod från din autentiseringsapp",
    codeFormat: "Sex siffror",
    confirm: "Bekräfta",
    remember: "Fråga inte på den här enheten under {time}",
    usePasskey: "Lösennyckel eller säkerhetsnyckel",
    useRecoveryCode: "Använd en återställningskod",
    recoveryCode: "Återställningskod",
    recoveryNote: "Du sparade tio när du aktiverade det här. Varje kod fungerar en gång.",
    lost: "Har du inget av detta kvar? Kontakta dem som driver webbplatsen.",
    never: "Jag har aldrig aktiverat det här",
    neverEffect: "Du får ett nytt konto, och det andra har inte längre den här adressen.",
    neverNow: "Fortsätt med ett nytt konto",
    setupHeading: "Aktivera tvåstegsverifiering",
    setupText: "Därefter krävs ett andra steg för att logga in: en kod som en app visar på din telefon.",
    requiredText: "{app} kräver ett andra steg: en kod som en app visar på din telefon.",
    getApp: "Installera en autentiseringsapp eller använd din lösenordshanterare.",
    scan: "Skanna den här QR-koden med appen.",
    qrLabel: "QR-kod med nyckeln till din app",
    orKey: "Eller ange den här nyckeln i appen:",
    typeKey: "Ange den här nyckeln i en autentiseringsapp eller i din lösenordshanterare:",
    addAccount: "Lägg till ditt konto i appen.",
    openApp: "Öppna i autentiseringsapp",
    otherDevice: "App på en annan enhet",
    firstCode: "Ange koden som appen visar.",
    turnOn: "Aktivera",
    passkeysText: "Eller använd lösennycklarna och säkerhetsnycklarna som du har som andra steg.",
    usePasskeys: "Använd mina lösennycklar",
    mailHeading: "Bekräfta först din adress",
    mailText: "Vi har skickat en kod till {email}. Ange den här och ställ sedan in det andra steget.",
    mailCode: "Kod från mejlet",
    codesHeading: "Spara dina återställningskoder",
    codesText: "Om du blir av med telefonen ersätter var och en av de här koderna den en gång. Skriv " +
      "ut dem eller spara dem där du hittar dem utan telefonen. De visas bara nu.",
    replaced: "De tidigare koderna fungerar inte längre.",
    codesOf: "{account} på {app}, {date}",
    stored: "Jag har sparat dem",
    copy: "Kopiera",
    copied: "Kopierat",
    download: "Ladda ner",
    print: "Skriv ut",
    heading: "Tvåstegsverifiering",
    offText: "Den är avstängd. Med ett andra steg kan ingen logga in med bara det första.",
    requiredNote: "{app} kräver ett andra steg, så den förblir på.",
    app: "Autentiseringsapp",
    changeApp: "Använd en annan app",
    changeAppText: "Den nya appen ersätter den gamla. Dina återställningskoder gäller fortfarande, och " +
      "det andra steget krävs igen på alla enheter.",
    addApp: "Lägg till en app",
    since: "Aktiverades: {date}",
    recoveryCodes: "Återställningskoder",
    codesLeft: "Kvar: {count}",
    fewLeft: "Du har få återställningskoder kvar. Skapa nya innan du behöver dem.",
    newCodes: "Skapa nya koder",
    newCodesEffect: "De tidigare koderna slutar fungera.",
    turnOff: "Stäng av",
    turnOffEffect: "Ditt lösenord, eller det du använder i stället, räcker då för att logga in.",
    turnOffNow: "Stäng av tvåstegsverifiering",
    devices: "Enheter utan det andra steget",
    until: "Till och med: {date}",
    forget: "Fråga igen",
    forgetNamed: "Fråga igen på {name}",
    done: {
      "second-factor-on": "Tvåstegsverifiering är på.",
      "recovery-codes-shown": "Återställningskoderna har redan visats och visas bara en gång. Om du " +
        "inte har sparat dem skapar du nya.",
      "recovery-codes-replaced": "Du har nya återställningskoder. De tidigare fungerar inte längre.",
      "new-authenticator": "Den nya autentiseringsappen är konfigurerad.",
      "second-factor-off": "Tvåstegsverifiering är avstängd.",
      "device-forgotten": "På den enheten frågar vi efter det andra steget igen.",
    },
    errors: {
      InvalidSecondFactor: {
        what: "Koden stämmer inte eller har redan använts.",
        now: "Vänta på nästa kod och ange den medan appen visar den.",
      },
      InvalidRecoveryCode: {
        what: "Återställningskoden stämmer inte eller har redan använts.",
        now: "Jämför den med dem du sparade eller ange en annan.",
      },
      InvalidCheck: {
        what: "Det tog för lång tid eller påbörjades i en annan webbläsare.",
        now: "Börja om. Tillåt cookies om det händer igen.",
      },
      LastFactor: {
        what: "Den lösennyckeln är ditt andra steg.",
        now: "Ställ in en autentiseringsapp, eller stäng av det andra steget, innan du tar bort den.",
      },
      SecondFactorRequired: {
        what: "Den här webbplatsen kräver ett andra steg av dig.",
        now: "Fråga de som driver webbplatsen om du behöver stänga av det.",
      },
    },
  },
  secondFactorMails: {
    secondFactorOn: {
      subject: "Tvåstegsverifiering på {app} är på",
      intro: "Tvåstegsverifiering har aktiverats för ditt konto på {app}: {details}.",
      openLink: "Om det inte var du, öppna den här länken för att se var du är inloggad:",
      button: "Det var inte jag",
      ignore: "Om det var du kan du bortse från det här mejlet.",
    },
    newAuthenticator: {
      subject: "Ny autentiseringsapp på {app}",
      intro: "Koderna för ditt konto på {app} kommer nu från en ny autentiseringsapp: {details}.",
      openLink: "Om det inte var du, öppna den här länken för att se var du är inloggad:",
      button: "Det var inte jag",
      ignore: "Om det var du kan du bortse från det här mejlet. Om inte, logga genast ut överallt annars.",
    },
    secondFactorOff: {
      subject: "Tvåstegsverifiering på {app} är avstängd",
      intro: "Tvåstegsverifiering har stängts av för ditt konto på {app}: {details}.",
      openLink: "Om det inte var du, öppna den här länken för att aktivera den igen:",
      button: "Det var inte jag",
      ignore: "Om det var du kan du bortse från det här mejlet. Om inte, logga genast ut överallt annars.",
    },
    secondFactorReset: {
      subject: "Tvåstegsverifiering på {app} har stängts av åt dig",
      intro: "De som driver {app} har stängt av tvåstegsverifiering för ditt konto: {details}.",
      openLink: "Öppna den här länken för att aktivera den igen:",
      button: "Visa mitt konto",
      ignore: "Om du har bett om det kan du bortse från det här mejlet. Om inte, fråga dem genast " +
        "vem som gjorde det.",
    },
    recoveryCodeUsed: {
      subject: "En återställningskod har använts på {app}",
      intro: "Någon har loggat in på ditt konto på {app} med en av dina återställningskoder: {details}.",
      openLink: "Öppna den här länken för att se var du är inloggad och för att skapa nya koder:",
      button: "Visa mitt konto",
      ignore: "Om det var du kan du bortse från det här mejlet. Om inte, logga genast ut överallt annars.",
    },
    recoveryCodesReplaced: {
      subject: "Nya återställningskoder på {app}",
      intro: "Någon har skapat nya återställningskoder för ditt konto på {app}: {details}.",
      openLink: "Öppna den här länken för att se var du är inloggad och för att skapa nya koder:",
      button: "Det var inte jag",
      ignore: "Om det var du kan du bortse från det här mejlet. Om inte, logga genast ut överallt annars.",
    },
    enrol: {
      subject: "Din kod till {app}",
      intro: "Med den här koden ställer du in tvåstegsverifiering på {app}.",
      openLink: "Om du har stängt sidan som frågar efter den, öppna den här länken:",
      button: "Öppna sidan",
      typeCode: "Ange den här koden på sidan som frågar efter den:",
      lifetime: "Den fungerar i {lifetime} och bara en gång.",
      ignore: "Om det inte var du kan någon ditt lösenord eller använder ett av dina konton. Utan " +
        "den här koden kommer de inte vidare. Byt det lösenordet.",
    },
  },
};
