/**
 * Events, as endpoints receive them, and the functions of webhooks, as types.
 *
 * @module
 */

/** The user of an event, as they are when it's sent: `null` in each field but `id` once they are removed. */
export interface WebhookUser {
  /** Id of the user. */
  readonly id: string;
  /** Display name. */
  readonly name: string | null;
  /** Address. */
  readonly email: string | null;
  /** When the user proved that the mailbox is theirs, as an ISO 8601 date-time; `null`: not yet. */
  readonly emailVerified: string | null;
  /** URL of a picture. */
  readonly image: string | null;
  /** A field of the application, which `userFields` names. */
  readonly [field: string]: unknown;
}

/** The account of an event: how a user signs in at a provider. */
export interface WebhookAccount {
  /** Id of the user. */
  readonly userId: string;
  /** Id of the provider. */
  readonly provider: string;
  /** The user's id at the provider; for a passkey, that of its credential. `null` once the user is removed. */
  readonly providerAccountId: string | null;
  /** Type of the provider, such as `oidc` or `webauthn`; `null` if the database has not told it. */
  readonly type: string | null;
}

/** What is sent, by the type of the event. */
export interface WebhookData {
  /** A user was created, by a sign-in, or by staff. */
  readonly "user.created": WebhookUser;
  /** Something of a user has changed that `data` tells of. */
  readonly "user.updated": WebhookUser;
  /** A user was removed with all that the library stores about them. */
  readonly "user.deleted": Pick<WebhookUser, "id">;
  /** A user has signed in. */
  readonly "user.signed_in": WebhookUser & {
    /** Id of the provider. */
    readonly provider: string;
  };
  /** A user was banned, or their ban has another end. */
  readonly "user.banned": WebhookUser & {
    /** When the ban ends, as an ISO 8601 date-time; `null`: never. Its end is no event. */
    readonly until: string | null;
  };
  /** A user was let in again before the end of their ban. */
  readonly "user.unbanned": WebhookUser;
  /** A user has another account, or another passkey. */
  readonly "account.linked": WebhookAccount;
  /** A user has lost an account, or a passkey. */
  readonly "account.unlinked": WebhookAccount;
}

/** Type of an event. */
export type WebhookType = keyof WebhookData;

/** An event, as the JSON that an endpoint receives (Standard Webhooks, "Payload structure"). */
export type WebhookEvent = {
  readonly [Type in WebhookType]: {
    /** What has happened. */
    readonly type: Type;
    /** When, as an ISO 8601 date-time. */
    readonly timestamp: string;
    /** Whom or what it is about. */
    readonly data: WebhookData[Type];
  };
}[WebhookType];

/** A message that waits in the outbox: an event for one endpoint. */
export interface WebhookMessage {
  /** Its name, for `retry()`. It has another one once it's given up. */
  readonly id: string;
  /** `webhook-id` of the event, which all endpoints receive alike. */
  readonly webhookId: string;
  /** Name of the endpoint, or its URL. */
  readonly endpoint: string;
  /** Id of the user whom the event is about. */
  readonly userId: string;
  /** Type of the event. */
  readonly type: WebhookType;
  /** Whether no try follows, unless `retry()` asks for it. */
  readonly gaveUp: boolean;
  /** How often it was sent. */
  readonly tries: number;
  /** Why the last try has failed, such as `503`; `null` before one has. */
  readonly failure: string | null;
  /** When the next try may begin, as an ISO 8601 date-time; once it's given up, when it's removed: 30 days after the event. */
  readonly dueAt: string;
  /** When the event happened, as an ISO 8601 date-time. */
  readonly createdAt: string;
}

/** How much a run of `deliver()` does. */
export interface WebhookDelivery {
  /** How many messages it sends to each endpoint at most: a whole number, 1 to 10 000. Default 500. Of those about one user, it sends 20. */
  readonly limit?: number;
  /** How long it waits for each answer, in seconds: 1 to 60. Default 15. */
  readonly timeout?: number;
}

/** What a run of `deliver()` has done. */
export interface WebhookDeliveryResult {
  /** How many messages endpoints have accepted. */
  readonly delivered: number;
  /** How many tries have failed. */
  readonly failed: number;
  /**
   * How many messages wait for a later run, of those that it has looked at: it looks no further once an endpoint has got `limit`, or is
   * away. Those that another run sends at the same time are among them, those that were given up are not.
   */
  readonly waiting: number;
}

/** Which messages to list. */
export interface WebhookPage {
  /** How many at most: a whole number, 1 to 100. Default 20. */
  readonly limit?: number;
  /** The `id` of the last one before. Default: from the oldest. */
  readonly after?: string | null;
  /** `true`: only those that were given up. `false`: only others. Default: both. */
  readonly gaveUp?: boolean;
}

/** The functions of `outside(config).webhooks`. */
export interface OutsideWebhooks {
  /**
   * Sends what is due, in order for each user and endpoint. Call it every minute or so, and after requests if you like: two runs at once
   * do no harm, nor does one that ends in the middle.
   *
   * Throws `ConfigError` if an option isn't valid, a secret is missing or has the wrong form, or the package `standardwebhooks` is missing, and
   * `AdapterError` if the database fails.
   */
  deliver(options?: WebhookDelivery): Promise<WebhookDeliveryResult>;
  /**
   * Lists the messages that aren't delivered, the oldest first. Throws `ConfigError` if an option isn't valid, and `AdapterError` if the
   * database fails.
   */
  list(page?: WebhookPage): Promise<readonly WebhookMessage[]>;
  /**
   * Makes a message due now, with all its tries before it, also one that was given up. Returns whether there is such a message. Throws
   * `AdapterError` if the database fails.
   */
  retry(id: string): Promise<boolean>;
}
