/**
 * How a fake provider lies: every way in which its answers can depart from the protocol.
 *
 * @module
 */

import type { Awaitable, WebCryptoKey } from "../types.ts";

/** The endpoints of a fake provider. */
export type Endpoint = "authorization" | "jwks" | "metadata" | "token" | "userinfo";

/**
 * A change to an object before it is sent: fields to replace, `undefined` to leave a field out; or a function from
 * the genuine object to what is sent instead.
 */
export type Change =
  | Readonly<Record<string, unknown>>
  | ((genuine: Readonly<Record<string, unknown>>) => unknown);

/**
 * Answers in place of an endpoint. `genuine` makes the endpoint's own answer, with all its effects: a code is
 * redeemed when it is called, not before. To reject is a network failure.
 */
export type Respond = (request: Request, genuine: () => Promise<Response>) => Awaitable<Response>;

/** What a fake provider changes. All fields are optional: `{}` is an honest provider. */
export interface Tamper {
  /** The discovery document. */
  readonly metadata?: Change;
  /** The document of public keys: `{ keys }`. */
  readonly jwks?: Change;
  /** Parameters of the authorization response: `code`, `state`, `iss`, `error`, others. An array repeats one. */
  readonly authorization?: Change;
  /** The JSON object of the token endpoint. */
  readonly tokens?: Change;
  /** Claims of the ID token. A string becomes the payload as it is. */
  readonly claims?: Change;
  /**
   * JOSE header of the ID token. With `alg: "none"`, in any spelling, the token has no signature; with `HS256`,
   * `HS384` or `HS512` it is signed with the client secret. If `alg` does not fit the key, the signature is zeros.
   */
  readonly header?: Change;
  /** Key that signs the ID token: one that is published nowhere, or the given one. */
  readonly signingKey?: "unpublished" | WebCryptoKey | Uint8Array;
  /** The profile that the userinfo endpoint answers. */
  readonly userinfo?: Change;
  /** Whole answers: another status, type, body or header, a redirect, silence. */
  readonly respond?: Readonly<Partial<Record<Endpoint, Respond>>>;
}

/**
 * Never answers: rejects when the request's signal aborts, and stays silent for ever without one.
 *
 * @example A provider that is silent until the time-outs of the test's clock have passed.
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
 * Fails like a network that does not reach the provider.
 *
 * @throws {TypeError} Always, as `fetch` does.
 */
export function failNetwork(request: Request): never {
  throw new TypeError(`Cannot fetch "${request.url}": the connection was refused`);
}

/** An answer that is far too long. */
export interface Flood {
  /** The answer, for `Tamper.respond`. */
  readonly respond: Respond;
  /** Bytes that were asked for so far. */
  readonly sent: number;
}

/**
 * Creates an answer that is genuine but for its length: the endpoint's JSON object with one endless field. Whoever
 * reads all of it finds nothing wrong.
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
 * // … sign in, then see how much of it was read:
 * console.log(answer.sent);
 * ```
 */
export function flood(bytes: number = 48 * 1024 * 1024): Flood {
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

/** Applies a change to the genuine object. Fields that are `undefined` vanish when it is written as JSON. */
export function changed(genuine: Readonly<Record<string, unknown>>, change: Change | undefined): unknown {
  return typeof change === "function" ? change(genuine) : { ...genuine, ...change };
}
