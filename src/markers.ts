/**
 * Symbols that switch something on which no JSON can switch on. They are registered, so two copies of the library
 * understand each other.
 *
 * @module
 */

/**
 * Key of a provider's own `fetch`, for all requests to that provider: a proxy, a mock, extra headers.
 * Whoever controls it reads client secrets and tokens.
 *
 * @example
 * ```ts
 * import { customFetch } from "@latchkey/auth";
 * import { Google } from "@latchkey/auth/providers/google";
 *
 * Google({ [customFetch]: (url, init) => fetch(url, { ...init, headers: { ...init?.headers, "x-via": "me" } }) });
 * ```
 */
export const customFetch: unique symbol = Symbol.for("@latchkey/auth/custom-fetch") as never;

/** Makes `Auth` return its answer as data, and throw errors. For authors of integrations. */
export const raw: unique symbol = Symbol.for("@latchkey/auth/raw") as never;

/** Turns the CSRF check off. For authors of integrations whose framework checks the origin itself. */
export const skipCSRFCheck: unique symbol = Symbol.for("@latchkey/auth/skip-csrf-check") as never;
