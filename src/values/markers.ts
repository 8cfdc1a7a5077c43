/**
 * Symbols as keys of options, so that parsed JSON cannot set them. They are registered (`Symbol.for`), so that two copies
 * of the library share them.
 *
 * @module
 */

/**
 * Key of a provider's own `fetch`, for all requests to that provider: a proxy, a mock, extra headers.
 * This function sees client secrets and tokens.
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

/** Makes `Auth` return its answer as data and throw errors. For authors of integrations. */
export const raw: unique symbol = Symbol.for("@latchkey/auth/raw") as never;

/** Switches the CSRF check off. For authors of integrations whose framework checks the origin itself. */
export const skipCSRFCheck: unique symbol = Symbol.for("@latchkey/auth/skip-csrf-check") as never;

/** Key under which a provider keeps the code of its way to sign in, and a feature its own. For their modules. */
export const capability: unique symbol = Symbol.for("@latchkey/auth/capability") as never;

/** Key under which a config keeps the code of all ways to sign in. For integrations. */
export const doorCapabilities: unique symbol = Symbol.for("@latchkey/auth/door-capabilities") as never;

/**
 * Key under which a config keeps the header in which its platform writes the address of a client, and which clients cannot
 * write. For integrations.
 */
export const addressHeader: unique symbol = Symbol.for("@latchkey/auth/address-header") as never;

/**
 * Key under which a provider module keeps what it knows of its own server, so that a copy of the provider with other
 * endpoints shows. For provider modules.
 */
export const ownServer: unique symbol = Symbol.for("@latchkey/auth/own-server") as never;

/**
 * Key under which the argument of `revocation.request` has a function that takes the answer to a refresh token, and stores its
 * tokens. For provider modules.
 */
export const keepRenewed: unique symbol = Symbol.for("@latchkey/auth/keep-renewed") as never;

/** Key under which an adapter says that some of its tables are those of another one, which its `deleteUser` does not know. */
export const lentTables: unique symbol = Symbol.for("@latchkey/auth/lent-tables") as never;

/** Key under which a theme keeps the code of its look. */
export const brand: unique symbol = Symbol.for("@latchkey/auth/brand") as never;
