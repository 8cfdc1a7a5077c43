/**
 * Types of the part of `oidc-provider` that the tests use. The package has no types, and `@types/oidc-provider` depends on
 * the types of Node, which conflict with those of Deno.
 *
 * @module
 */

import type { RequestListener } from "node:http";

type Request = Parameters<RequestListener>[0];
type Response = Parameters<RequestListener>[1];

/** The part of a Koa context that the tests read. */
export interface Context {
  /** What the request belongs to. */
  readonly oidc: {
    readonly client: { readonly clientId: string };
    readonly session: { readonly accountId: string };
    readonly provider: Provider;
  };
}

/** The permissions that a user has granted to a client. */
export interface Grant {
  /** Adds scopes, separated by spaces. */
  addOIDCScope(scope: string): void;
  /** Stores the grant. */
  save(): Promise<string>;
}

/** The provider. */
export class Provider {
  /** Grants. */
  readonly Grant: new (properties: { readonly accountId: string; readonly clientId: string }) => Grant;
  constructor(issuer: string, configuration: object);
  /** The request listener. */
  callback(): (request: Request, response: Response) => Promise<void>;
  /** Submits the answer of a user, and redirects the browser. */
  interactionFinished(request: Request, response: Response, answer: object): Promise<void>;
}
