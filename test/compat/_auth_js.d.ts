/**
 * What the tests use of `@auth/core`. Its own types are those of another library with the same names.
 *
 * @module
 */

/** Answers a request to Auth.js. */
export function Auth(request: Request, config: object): Promise<Response>;

/** Replaces `fetch` in a provider of Auth.js. */
export const customFetch: unique symbol;

/** Creates a token of Auth.js. */
export function encode(
  params: {
    readonly token: object;
    readonly secret: string | readonly string[];
    readonly salt: string;
    readonly maxAge?: number;
  },
): Promise<string>;
