/**
 * What the tests use of `oidc-provider`, which has no types of its own.
 *
 * @module
 */

import type { IncomingMessage, ServerResponse } from "node:http";

/** A question to the user. */
export interface Interaction {
  /** The kind of question. */
  readonly prompt: { readonly name: string };
  /** Parameters of the authorization request. */
  readonly params: Readonly<Record<string, unknown>>;
  /** The user who is signed in at the provider. */
  readonly session?: { readonly accountId: string };
  /** The grant that exists already. */
  readonly grantId?: string;
}

/** The permissions that a user has granted to a client. */
export interface Grant {
  /** Adds scopes, separated by spaces. */
  addOIDCScope(scope: string): void;
  /** Adds claims. */
  addOIDCClaims(claims: readonly string[]): void;
  /** Stores the grant. @returns Its id. */
  save(): Promise<string>;
}

/** The provider. */
export class Provider {
  /** Grants. */
  readonly Grant: {
    new (properties: { readonly accountId: string | undefined; readonly clientId: unknown }): Grant;
    find(id: string): Promise<Grant | undefined>;
  };
  constructor(issuer: string, configuration: object);
  /** Whether to believe `X-Forwarded-Host` and `X-Forwarded-Proto`. */
  proxy: boolean;
  /** The request listener. */
  callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** Reads the question. */
  interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
  /** Submits the answer, and redirects the browser. */
  interactionFinished(
    request: IncomingMessage,
    response: ServerResponse,
    answer: object,
    options: { readonly mergeWithLastSubmission: boolean },
  ): Promise<void>;
  /** Listens. */
  on(event: string, listener: (context: unknown, error: Error) => void): void;
}

/** Keeps everything in memory. */
export function createMemoryAdapter(): (model: string) => object;
