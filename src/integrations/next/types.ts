/**
 * The types of Next that the integration uses. In the npm package, this module is `npm/modules/next_types.d.ts`: the types
 * of the installed Next.
 *
 * @module
 */

/** A request, as Next hands it to route handlers and to the proxy. */
export interface NextRequest extends Request {
  /** The URL, without the base path of Next in `pathname`. */
  readonly nextUrl: URL & {
    /** The base path of Next; empty without one. */
    basePath: string;
    /** Copies the URL. */
    clone(): NextRequest["nextUrl"];
  };
  /** The cookies. Changing one changes the header. */
  readonly cookies: {
    /** Returns a cookie. */
    get(name: string): { readonly name: string; readonly value: string } | undefined;
    /** Returns all cookies. */
    getAll(): { readonly name: string; readonly value: string }[];
    /** Returns whether there is a cookie. */
    has(name: string): boolean;
    /** Adds or replaces a cookie. */
    set(name: string, value: string): unknown;
    /** Removes a cookie. */
    delete(name: string): unknown;
  };
}

/** The second argument of a proxy. */
export interface NextFetchEvent {
  /** Keeps the runtime alive until a promise ends. */
  // deno-lint-ignore no-explicit-any -- as Next declares it
  waitUntil(promise: Promise<any>): void;
}
