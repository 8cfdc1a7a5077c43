/**
 * What the demo uses of `oidc-provider`, which brings no types. Those of `@types/oidc-provider` depend on Node's own,
 * which contradict Deno's.
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

/** What the provider needs to know of a person. */
export interface Account {
  /** Subject. */
  readonly accountId: string;
  /** Everything that can be told about them. */
  claims(): Record<string, unknown> & { readonly sub: string };
}

/** Configuration. */
export interface Configuration {
  /** Where records are kept. */
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
  /** What is switched on. */
  readonly features: { readonly devInteractions: { readonly enabled: boolean } };
  /** Where people are asked. */
  readonly interactions: { url(context: Context, interaction: { readonly uid: string }): string };
  /** Finds a person. */
  findAccount(context: Context, id: string): Account | undefined;
  /** Shows an error. */
  renderError(context: Context, error: { readonly error_description?: string }): void;
  /** Lifetimes in seconds. */
  readonly ttl: Readonly<Record<string, number>>;
}

/** A question that is put to a person. */
export interface Interaction {
  /** Its id. */
  readonly uid: string;
  /** What is asked. */
  readonly prompt: { readonly name: string };
  /** Parameters of the authorization request. */
  readonly params: Readonly<Record<string, unknown>>;
  /** Who is signed in at the provider. */
  readonly session?: { readonly accountId: string };
  /** The grant that exists already. */
  readonly grantId?: string;
}

/** The answer to it. */
export type Answer =
  | { readonly login: { readonly accountId: string } }
  | { readonly consent: { readonly grantId: string } }
  | { readonly error: string; readonly error_description: string };

/** What a person has allowed a client. */
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
  /** Reads what is asked. */
  interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
  /** Hands over the answer, and sends the browser on. */
  interactionFinished(
    request: IncomingMessage,
    response: ServerResponse,
    answer: Answer,
    options: { readonly mergeWithLastSubmission: boolean },
  ): Promise<void>;
  /** Listens. */
  on(event: "server_error", listener: (context: Context, error: Error) => void): void;
}
