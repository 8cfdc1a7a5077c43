/**
 * Changes to the answers of a fake provider, so that they violate the protocol.
 *
 * @module
 */

import type { Awaitable, WebCryptoKey } from "../../values/types.ts";

/** The endpoints of a fake provider. */
export type Endpoint = "authorization" | "jwks" | "metadata" | "revocation" | "token" | "userinfo";

/**
 * A change to an object before it is sent: fields to replace, `undefined` to leave a field out; or a function from
 * the genuine object to what is sent instead.
 */
export type Change =
  | Readonly<Record<string, unknown>>
  | ((genuine: Readonly<Record<string, unknown>>) => unknown);

/**
 * Answers in place of an endpoint. `genuine` makes the endpoint's own answer, with all its effects: a code is
 * redeemed when it is called, not before. A rejection is a network failure.
 */
export type Respond = (request: Request, genuine: () => Promise<Response>) => Awaitable<Response>;

/** Changes that a fake provider makes. All fields are optional: `{}` changes nothing. */
export interface Tamper {
  /** The discovery document. */
  readonly metadata?: Change;
  /** The document of public keys: `{ keys }`. */
  readonly jwks?: Change;
  /** Parameters of the authorization response: `code`, `state`, `iss`, `error`, others. An array repeats one. */
  readonly authorization?: Change;
  /** The JSON object of the token endpoint. */
  readonly tokens?: Change;
  /** Claims of the ID token. A string becomes the payload unchanged. */
  readonly claims?: Change;
  /**
   * JOSE header of the ID token. With `alg: "none"`, in any spelling, the token has no signature; with `HS256`,
   * `HS384` or `HS512` it is signed with the client secret. If `alg` does not fit the key, the signature is zeros.
   */
  readonly header?: Change;
  /** Key that signs the ID token: an unpublished one, or the given one. */
  readonly signingKey?: "unpublished" | WebCryptoKey | Uint8Array;
  /** The answer of the userinfo endpoint. */
  readonly userinfo?: Change;
  /** Replaces whole answers: another status, type, body or header, a redirect, or no answer. */
  readonly respond?: Readonly<Partial<Record<Endpoint, Respond>>>;
}

/**
 * Never answers: rejects when the request's signal aborts; without a signal, stays pending.
 *
 * @example A provider that does not answer until the request times out.
 * ```ts
 * import { fakeProvider, neverAnswer, testPlatform } from "@latchkey/auth/testing";
 *
 * const platform = testPlatform();
 * const provider = fakeProvider({ now: platform.now });
 * const token = (request: Request) => {
 *   queueMicrotask(() => platform.tick(60));
 *   return neverAnswer(request);
 * };
 * provider.tamper = { respond: { token } };
 * ```
 */
export function neverAnswer({ signal }: Request): Promise<Response> {
  return new Promise((_, reject) => {
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/**
 * Fails as if the network did not reach the provider.
 *
 * @throws {TypeError} Always, as `fetch` does.
 */
export function failNetwork(request: Request): never {
  throw new TypeError(`Cannot fetch "${request.url}": the connection was refused`);
}

/**
 * Creates an oversized answer: the endpoint's JSON object with one very long additional field. The JSON is valid.
 *
 * @param bytes Length of the extra field. Default 48 MiB.
 *
 * @example
 * ```ts
 * import { fakeProvider, flood } from "@latchkey/auth/testing";
 *
 * const provider = fakeProvider();
 * const answer = flood();
 * provider.tamper = { respond: { userinfo: answer.respond } };
 * // … sign in, then check how much of it was read:
 * console.log(answer.sent);
 * ```
 */
export function flood(bytes: number = 48 * 1024 * 1024): {
  /** The answer, for `Tamper.respond`. */
  readonly respond: Respond;
  /** Number of bytes that were read. */
  readonly sent: number;
} {
  let sent = 0;
  return {
    get sent() {
      return sent;
    },
    respond: async (_request, genuine) => {
      const response = await genuine();
      const json = await response.text();
      const parts = paddedObject(json, bytes);
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          const { value, done } = parts.next();
          if (done) return controller.close();
          sent += value.length;
          controller.enqueue(value);
        },
      });
      return new Response(body, response);
    },
  };
}

function* paddedObject(json: string, bytes: number): Generator<Uint8Array, void> {
  const encoder = new TextEncoder();
  const chunk = encoder.encode("x".repeat(64 * 1024));
  yield encoder.encode('{"padding":"');
  for (let left = bytes; left > 0; left -= chunk.length) yield chunk.slice(0, left);
  yield encoder.encode(`",${json.slice(json.indexOf("{") + 1)}`);
}

/** Applies a change to the genuine object. JSON omits fields that are `undefined`. */
export function changed(genuine: Readonly<Record<string, unknown>>, change: Change | undefined): unknown {
  return typeof change === "function" ? change(genuine) : { ...genuine, ...change };
}
