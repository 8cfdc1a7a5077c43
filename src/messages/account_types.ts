/**
 * The text that people read on the account page: see `types.ts`.
 *
 * @module
 */

import type { AlertMessage } from "./alert_types.ts";

/** Messages of the account page. */
export interface AccountMessages {
  /** Heading. */
  readonly heading: string;
  /** Link to the sign-out page. */
  readonly signOut: string;
  /** The page about ways to sign in. */
  readonly security: string;
  /** The page about sessions. */
  readonly devices: string;
  /** The page about what is stored. */
  readonly data: string;
  /** Heading of the download. */
  readonly dataCopy: string;
  /** What the file with it is. */
  readonly dataText: string;
  /** Button that downloads it. */
  readonly download: string;
  /** Link to the page for a user who suspects a thief. */
  readonly notMine: string;
  /** Its heading. */
  readonly secure: string;
  /** What to do there. */
  readonly secureText: string;
  /** Name of what the page recommends, for screen readers. */
  readonly recommended: string;
  /** Button that puts a recommendation away. */
  readonly notNow: string;
  /** Heading of the list of accounts. */
  readonly ways: string;
  /** In place of the list, if it is empty. */
  readonly noWays: string;
  /** In the question, if the user must sign in again before they remove a way to sign in. */
  readonly notFresh: string;
  /** Date on which an account was linked, or a passkey registered. Placeholder: `date`. */
  readonly added: string;
  /** Date on which the address was verified. Placeholder: `date`. */
  readonly verified: string;
  /** Date of the last use of a passkey or a session. Placeholder: `date`. */
  readonly used: string;
  /** Date of the sign-in that began a session. Placeholder: `date`. */
  readonly signedIn: string;
  /** The card about the services at which the application has access. */
  readonly connections: {
    /** Heading. */
    readonly heading: string;
    /** What it lists. Placeholder: `app`. */
    readonly text: string;
    /** When the user gave it. Placeholder: `date`. */
    readonly connected: string;
    /** Button that takes it back. */
    readonly revoke: string;
    /** Heading of the question before. Placeholder: `name`. */
    readonly question: string;
    /** What is lost. Placeholders: `app`, `name`. */
    readonly loss: string;
    /** What stays. Placeholder: `name`. */
    readonly stays: string;
    /** Afterwards. */
    readonly done: string;
    /** What the user has done. */
    readonly revoked: string;
  };
  /** What the user has done: a session was ended. */
  readonly ended: string;
  /** What the user has done: all other sessions were ended. */
  readonly endedOthers: string;
  /** What the user has done: the data was downloaded. */
  readonly downloaded: string;
  /** Link to the page that adds an account. */
  readonly add: string;
  /** Asks whether to remove it. */
  readonly remove: string;
  /** The question, and the button that removes. Placeholder: `name`. */
  readonly removeNamed: string;
  /** The effect of removing. */
  readonly removeEffect: string;
  /** What stays then. Placeholder: `ways`, names with commas between them. */
  readonly stays: string;
  /** The effect of removing on other sessions. */
  readonly othersEnd: string;
  /** Below the only way to sign in, which cannot be removed. */
  readonly lastWay: string;
  /** Why to add another way to sign in. */
  readonly onlyWay: string;
  /** Passkeys as a second factor. */
  readonly passkeys: string;
  /** A passkey without a name. */
  readonly passkey: string;
  /** A security key without a name. */
  readonly securityKey: string;
  /** A passkey that may be on several devices. */
  readonly synced: string;
  /** Asks for a new name. Placeholder: `name`. */
  readonly rename: string;
  /** Label of that field. */
  readonly newName: string;
  /** Shows a long list to its end. Placeholder: `count`. */
  readonly showAll: string;
  /** Button that saves the name. */
  readonly save: string;
  /** Button that adds a passkey. */
  readonly addPasskey: string;
  /** Why to add a passkey. */
  readonly passkeyAdvice: string;
  /** In place of that button where scripts are off. */
  readonly needsScript: string;
  /** Heading of the list of sessions. */
  readonly sessions: string;
  /** The session of this browser. */
  readonly thisSession: string;
  /** A session whose device is not known. */
  readonly unknownDevice: string;
  /** Button that ends a session. */
  readonly endSession: string;
  /** The same, for screen readers. Placeholder: `name`. */
  readonly endSessionNamed: string;
  /** Button that ends all sessions but this one. */
  readonly endOthers: string;
  /** In place of the list where sessions are in tokens. */
  readonly tokenSessions: string;
  /** Changes that were made, by the value of `done` in the URL. */
  readonly done: {
    /** A way to sign in was removed. */
    readonly removed: string;
    /** A passkey was added. */
    readonly added: string;
    /** A passkey has a new name. */
    readonly renamed: string;
    /** A session was ended. */
    readonly "signed-out": string;
    /** All other sessions were ended. */
    readonly "signed-out-others": string;
  };
  /** Changes that were not made, by the value of `error` in the URL. */
  readonly errors: {
    /** It is the only way to sign in. */
    readonly LastWay: AlertMessage;
    /** It does not exist any more. */
    readonly NotFound: AlertMessage;
    /** The site cannot remove it. */
    readonly NotRemovable: AlertMessage;
    /** The site cannot make this change at all: with sessions in tokens it cannot end another session, for example. */
    readonly NotAvailable: AlertMessage;
    /** Any other error. */
    readonly unknown: AlertMessage;
  };
}
