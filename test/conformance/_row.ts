/**
 * A row of the conformance list: what a provider does, and what a client must do then.
 *
 * The rows follow the test plan for relying parties of the OpenID Foundation, and the standards that it tests. A row
 * knows nothing of the code: it signs in through `Auth()`, as an application and a browser do.
 *
 * @module
 */

import type { ErrorType } from "../../src/entries/errors.ts";
import type { AdapterUser } from "../../src/adapters/contract/types.ts";
import type { OIDCConfig } from "../../src/model/provider.ts";
import type { FakeProviderOptions, Page, Tamper } from "../../src/testing/mod.ts";
import type { Awaitable } from "../../src/values/types.ts";
import type { World } from "../flows/_world.ts";

/** The modules of the plan `oidcc-client-test-plan` for the code flow, and of the basic and the dynamic profile. */
export const MODULES = [
  "oidcc-client-test",
  "oidcc-client-test-aggregated-claims",
  "oidcc-client-test-client-secret-basic",
  "oidcc-client-test-discovery-issuer-mismatch",
  "oidcc-client-test-discovery-jwks-uri-keys",
  "oidcc-client-test-discovery-openid-config",
  "oidcc-client-test-distributed-claims",
  "oidcc-client-test-form-post-error",
  "oidcc-client-test-idtoken-sig-none",
  "oidcc-client-test-idtoken-sig-rs256",
  "oidcc-client-test-invalid-athash",
  "oidcc-client-test-invalid-aud",
  "oidcc-client-test-invalid-iss",
  "oidcc-client-test-invalid-sig-es256",
  "oidcc-client-test-invalid-sig-hs256",
  "oidcc-client-test-invalid-sig-rs256",
  "oidcc-client-test-kid-absent-multiple-jwks",
  "oidcc-client-test-kid-absent-single-jwks",
  "oidcc-client-test-missing-athash",
  "oidcc-client-test-missing-aud",
  "oidcc-client-test-missing-iat",
  "oidcc-client-test-missing-sub",
  "oidcc-client-test-nonce-invalid",
  "oidcc-client-test-scope-userinfo-claims",
  "oidcc-client-test-signing-key-rotation",
  "oidcc-client-test-signing-key-rotation-just-before-signing",
  "oidcc-client-test-userinfo-bearer-body",
  "oidcc-client-test-userinfo-bearer-header",
  "oidcc-client-test-userinfo-invalid-sub",
  "oidcc-client-test-userinfo-signed",
] as const;

/** A module of the plan. */
export type PlanModule = typeof MODULES[number];

/** A sign-in that must fail. */
export interface Refusal {
  /** The type of the error, on the page and in the log. */
  readonly error: ErrorType;
  /** What the one entry of the log says is wrong. It names the subject, not the sentence. */
  readonly log: RegExp;
}

/** The world of a row. */
export interface Stage extends World {
  /** Methods of the database that write, in the order of their calls. */
  readonly writes: string[];
  /** URLs that the server requested, oldest first. */
  readonly asked: string[];
  /** The user in the database, once signed in. */
  stored(): Awaitable<AdapterUser | null>;
}

/** A row of the list. */
export interface Row {
  /** Its name, unique in the list. */
  readonly id: string;
  /** The module of the plan that it follows; absent for a neighbour of one. */
  readonly plan?: PlanModule;
  /** The section that demands it. */
  readonly cites: string;
  /** What the client does, after "Auth()". */
  readonly title: string;
  /** Fields of the provider in the application. */
  readonly provider?: Partial<OIDCConfig>;
  /** The provider's side. */
  readonly idp?: FakeProviderOptions;
  /** Whether the provider is a server of `node:http` on this machine. Default: a function. */
  readonly over?: "http";
  /** What happens before the provider changes: sign-ins that succeed. */
  readonly before?: (stage: Stage) => Promise<unknown>;
  /** What the provider does otherwise. */
  readonly fault?: Tamper | ((stage: Stage) => Awaitable<Tamper>);
  /** The sign-in. Default: from the sign-in page to its end. */
  readonly run?: (stage: Stage) => Promise<Page>;
  /** How it ends. */
  readonly expected: "accepted" | Refusal;
  /** What else holds afterwards. */
  readonly also?: (stage: Stage) => Awaitable<void>;
}

/** A part of the list. */
export interface Group {
  /** Its name, as in the documentation. */
  readonly name: string;
  /** Its rows. */
  readonly rows: readonly Row[];
}

/** A refusal because the provider breaks the protocol. @param log What the log names. */
export function refused(log: RegExp, error: ErrorType = "ProviderResponseError"): Refusal {
  return { error, log };
}

/** The error of an answer whose row has its status at the beginning of its name: with 429 and 5xx, the provider cannot answer now. */
export function errorOf(id: string): ErrorType {
  return /^(?:429|5\d\d)\b/.test(id) ? "ProviderUnavailable" : "ProviderResponseError";
}
