/**
 * What the tests use of `@auth/core`. Its own types reject configs that it runs.
 *
 * @module
 */

/** Answers a request. */
export function Auth(request: Request, config: object): Promise<Response>;

/** Key of a provider's own `fetch`. */
export const customFetch: unique symbol;
