/**
 * The error of the browser client.
 *
 * @module
 */

/** Key by which another copy of the library knows the error. */
const isOurs = Symbol.for("@latchkey/auth/client-error");

/**
 * A request of the client failed, or the browser refused. An answer of the server, such as a wrong password, is not an
 * error but a result with `ok: false`.
 *
 * @example
 * ```ts
 * import { ClientError, createClient } from "@latchkey/auth/client";
 *
 * const { getSession } = createClient({
 *   baseUrl: "https://app.example",
 *   fetch: () => Promise.resolve(new Response("Bad gateway", { status: 502 })),
 * });
 * const error = await getSession().catch((error) => error);
 * console.log(error instanceof ClientError, error.code, error.status); // true Answer 502
 * ```
 */
export class ClientError extends Error {
  /**
   * The failure. `Network`: the server was not reached. `Answer`: the answer is not one of the library, see `status`.
   * `NoPage`: the code runs on a server. `UnsafeUrl`: the address is not http or https, or `url` not a whole one. `Field`: a field cannot be sent.
   * `Unsupported`: the browser has no passkeys. With passkeys also the name of the browser's error, such as
   * `NotAllowedError` if the user cancels and `AbortError` after `abort()`, or the error that the server answers, such as
   * `InvalidEmail`.
   */
  declare readonly code: string;
  /** Status of the answer. Absent if there was none. */
  declare readonly status?: number;

  /**
   * Creates the error.
   *
   * @param code As above.
   * @param message For the log.
   * @param details The status, and the error behind this one.
   */
  constructor(
    code: string,
    message: string,
    { status, cause }: { readonly status?: number; readonly cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.name = "ClientError";
    this.code = code;
    if (status) this.status = status;
    Object.defineProperty(this, isOurs, { value: true });
  }

  /** `instanceof`, also for errors of another copy of the library. Of a class of an application, there are no copies. */
  static override [Symbol.hasInstance](thrown: unknown): boolean {
    return super[Symbol.hasInstance](thrown) || this === ClientError && Object(thrown)[isOurs] === true;
  }
}
