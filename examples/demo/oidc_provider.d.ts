/**
 * Types of the part of `oidc-provider` that the demo uses. The package has no types, and `@types/oidc-provider` depends on
 * the types of Node, which conflict with those of Deno.
 *
 * @module
 */

import type { IncomingMessage, ServerResponse } from "node:http";

/** Reads and writes one kind of record. */
export type AdapterFactory = (model: string) => object;

/** Keeps everything in memory. */
export function createMemoryAdapter(): AdapterFactory;

/** The part of a Koa context that pages need. */
export interface Context {
  /** Media type of the answer. */
  type: string;
  /** The answer. */
  body: string;
}

/** An account, as the provider needs it. */
export interface Account {
  /** Subject. */
  readonly accountId: string;
  /** The claims. */
  claims(): Record<string, unknown> & { readonly sub: string };
}

/** Configuration. */
export interface Configuration {
  /** Storage of records. */
  readonly adapter: AdapterFactory;
  /** Metadata of clients (RFC 7591). */
  readonly clients: readonly Readonly<Record<string, unknown>>[];
  /** Metadata that clients have by default. */
  readonly clientDefaults: Readonly<Record<string, unknown>>;
  /** Private keys. */
  readonly jwks: { readonly keys: readonly JsonWebKey[] };
  /** Keys that sign cookies. */
  readonly cookies: { readonly keys: readonly string[] };
  /** Claims by scope. */
  readonly claims: Readonly<Record<string, readonly string[]>>;
  /** `false`: ID tokens hold all claims of their scopes. */
  readonly conformIdTokenClaims: boolean;
  /** Which clients must use PKCE. */
  readonly pkce: { required(): boolean };
  /** Enabled features. */
  readonly features: { readonly devInteractions: { readonly enabled: boolean } };
  /** URL of the pages that ask the user. */
  readonly interactions: { url(context: Context, interaction: { readonly uid: string }): string };
  /** Finds a person. */
  findAccount(context: Context, id: string): Account | undefined;
  /** Shows an error. */
  renderError(context: Context, error: { readonly error_description?: string }): void;
  /** Lifetimes in seconds. */
  readonly ttl: Readonly<Record<string, number>>;
}

/** A question to the user. */
export interface Interaction {
  /** Its id. */
  readonly uid: string;
  /** The kind of question. */
  readonly prompt: { readonly name: string };
  /** Parameters of the authorization request. */
  readonly params: Readonly<Record<string, unknown>>;
  /** The user who is signed in at the provider. */
  readonly session?: { readonly accountId: string };
  /** The grant that exists already. */
  readonly grantId?: string;
}

/** The answer to it. */
export type Answer =
  | { readonly login: { readonly accountId: string } }
  | { readonly consent: { readonly grantId: string } }
  | { readonly error: string; readonly error_description: string };

/** The permissions that a user has granted to a client. */
export interface Grant {
  /** Adds scopes, separated by spaces. */
  addOIDCScope(scope: string): void;
  /** Stores the grant. @returns Its id. */
  save(): Promise<string>;
}

/** The provider. */
export class Provider {
  /** Grants. */
  readonly Grant: {
    new (properties: { readonly accountId?: string; readonly clientId: string }): Grant;
    find(id: string): Promise<Grant | undefined>;
  };
  /** Clients. */
  readonly Client: { find(id: string): Promise<{ readonly clientName?: string } | undefined> };
  constructor(issuer: string, configuration: Configuration);
  /** The request listener. */
  callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** Reads the question. */
  interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
  /** Submits the answer, and redirects the browser. */
  interactionFinished(
    request: IncomingMessage,
    response: ServerResponse,
    answer: Answer,
    options: { readonly mergeWithLastSubmission: boolean },
  ): Promise<void>;
  /** Listens. */
  on(event: "server_error", listener: (context: Context, error: Error) => void): void;
}
