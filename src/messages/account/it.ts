/**
 * The messages of the account page in Italian.
 *
 * @module
 */

import type { AccountMessages } from "../account_types.ts";

/** The page. */
export const account: AccountMessages = {
  heading: "Il tuo account",
  signOut: "Esci",
  security: "Sicurezza",
  devices: "Dispositivi",
  data: "I tuoi dati",
  dataCopy: "Copia dei tuoi dati",
  dataText:
    "Un file con ciò che questo sito conserva su di te, in un formato leggibile dai programmi (JSON).",
  download: "Scarica i miei dati",
  notMine: "Non riconosci qualcosa?",
  secure: "Proteggi il tuo account",
  secureText:
    "Se qualcosa qui non è tuo, esci da tutti gli altri dispositivi, cambia la password e rimuovi i metodi di accesso che non conosci.",
  recommended: "Consigliato",
  notNow: "Non ora",
  ways: "Modi per accedere",
  noWays: "Ancora nessuno.",
  notFresh: "Prima di rimuoverne uno, dovrai accedere di nuovo.",
  added: "Data di aggiunta: {date}",
  verified: "Data di conferma: {date}",
  used: "Ultimo utilizzo: {date}",
  signedIn: "Accesso: {date}",
  connections: {
    heading: "Servizi collegati",
    text: "In questi servizi {app} può leggere o modificare dati per tuo conto.",
    connected: "Collegato: {date}",
    revoke: "Revoca l’accesso",
    question: "Revocare l’accesso a {name}?",
    loss: "{app} non potrà più usare {name} per tuo conto.",
    stays: "Potrai ancora accedere con {name}. Al prossimo accesso il collegamento verrà ripristinato.",
    done: "L’accesso è stato revocato.",
    revoked: "Accesso revocato",
  },
  ended: "Dispositivo disconnesso",
  endedOthers: "Tutti gli altri browser disconnessi",
  downloaded: "Dati scaricati",
  add: "Aggiungi un altro modo per accedere",
  remove: "Rimuovi",
  removeNamed: "Rimuovi {name}",
  removeEffect: "Non potrai più accedere in questo modo.",
  stays: "Potrai ancora accedere con: {ways}.",
  othersEnd: "Gli altri tuoi dispositivi verranno disconnessi.",
  lastWay: "È il tuo unico modo per accedere. Aggiungine un altro prima di rimuoverlo.",
  onlyWay: "Ne hai solo uno. Se lo perdi, non potrai più accedere.",
  passkeys: "Passkey",
  passkey: "Passkey",
  securityKey: "Chiave di sicurezza",
  synced: "Su tutti i tuoi dispositivi",
  rename: "Rinomina {name}",
  newName: "Nome",
  showAll: "Mostra tutto ({count})",
  save: "Salva",
  addPasskey: "Aggiungi una passkey",
  passkeyAdvice: "Con una passkey accedi con l’impronta digitale, il volto o il PIN.",
  needsScript: "Per aggiungere una passkey serve JavaScript.",
  sessions: "Dove hai effettuato l’accesso",
  thisSession: "Questo browser",
  unknownDevice: "Dispositivo sconosciuto",
  endSession: "Disconnetti",
  endSessionNamed: "Disconnetti {name}",
  endOthers: "Disconnetti tutti gli altri browser",
  tokenSessions:
    "Questo sito conserva la tua sessione solo nel tuo browser: qui non è possibile vedere o disconnettere altri browser.",
  done: {
    removed: "Rimozione completata. Non è più possibile accedere in questo modo.",
    added: "Aggiunto. D’ora in poi puoi usarlo per accedere.",
    renamed: "Il nome è stato salvato.",
    "signed-out": "Quel browser è stato disconnesso.",
    "signed-out-others": "Tutti gli altri browser sono stati disconnessi.",
  },
  errors: {
    LastWay: { what: "È il tuo unico modo per accedere.", now: "Aggiungine un altro prima di rimuoverlo." },
    NotFound: { what: "Non esiste più.", now: "L’elenco qui sotto è aggiornato." },
    NotRemovable: { what: "Non può essere rimosso qui.", now: "Rivolgiti a chi gestisce questo sito." },
    NotAvailable: {
      what: "Questo non è possibile su questo sito.",
      now: "Rivolgiti a chi gestisce questo sito.",
    },
    unknown: { what: "Non ha funzionato.", now: "Riprova." },
  },
};
