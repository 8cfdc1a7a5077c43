/**
 * Client authentication at the token endpoint of a fake provider.
 *
 * @module
 */

import type { CryptoKey } from "jose";
import { jwtVerify } from "jose/jwt/verify";
import type { ClientAuthentication } from "./types.ts";

/** A client that is registered at a fake provider. */
export interface RegisteredClient {
  /** Client identifier. */
  readonly id: string;
  /** Client secret. */
  readonly secret: string;
  /** The one method that the client may use. */
  readonly method: ClientAuthentication;
  /** Public key for `private_key_jwt`. */
  readonly publicKey: CryptoKey | undefined;
  /** Accepted audiences of an assertion: the issuer, or the URL of the token endpoint. */
  readonly audience: readonly string[];
}

/** The parts of a token request that authenticate its sender. */
interface Credentials {
  /** Parameters of the body. */
  readonly params: URLSearchParams;
  /** Headers. */
  readonly headers: Headers;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Returns why a client's credentials are invalid; `null` if they are valid. Credentials of another method are invalid. */
export async function findCredentialProblem(
  client: RegisteredClient,
  credentials: Credentials,
): Promise<string | null> {
  const { params, headers } = credentials;
  const sent = methodsOf(credentials);
  const expected = client.method.endsWith("_jwt") ? "assertion" : client.method;
  if (sent.length !== 1 || sent[0] !== expected) {
    return `the client is registered for ${client.method}, the request has ${sent.join(" and ")}`;
  }
  const id = params.get("client_id") ?? undefined;
  switch (client.method) {
    case "client_secret_basic":
      return isBasicHeaderOf(client, headers.get("authorization")) ? null : "wrong Basic credentials";
    case "client_secret_post":
      return id === client.id && params.get("client_secret") === client.secret ? null : "wrong secret";
    case "none":
      return id === client.id ? null : "wrong client_id";
    default:
      return await findAssertionProblem(client, credentials);
  }
}

function methodsOf({ params, headers }: Credentials): string[] {
  const found = [
    headers.has("authorization") ? "client_secret_basic" : "",
    params.has("client_secret") ? "client_secret_post" : "",
    params.has("client_assertion") ? "assertion" : "",
  ].filter(Boolean);
  return found.length > 0 ? found : ["none"];
}

/** Both halves are form-encoded before they are joined. @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1 | RFC 6749 §2.3.1} */
function isBasicHeaderOf({ id, secret }: RegisteredClient, header: string | null): boolean {
  try {
    const [left = "", right = ""] = atob(/^Basic (.+)$/i.exec(header ?? "")?.[1] ?? "").split(":", 2);
    return fromFormEncoded(left) === id && fromFormEncoded(right) === secret;
  } catch {
    return false;
  }
}

function fromFormEncoded(text: string): string {
  return decodeURIComponent(text.replaceAll("+", " "));
}

/** @see {@link https://www.rfc-editor.org/rfc/rfc7523#section-3 | RFC 7523 §3} */
async function findAssertionProblem(
  client: RegisteredClient,
  { params, now }: Credentials,
): Promise<string | null> {
  const type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
  if (params.get("client_assertion_type") !== type) return "wrong client_assertion_type";
  const secret = new TextEncoder().encode(client.secret);
  const key = client.method === "client_secret_jwt" ? secret : client.publicKey;
  if (!key) return "the client has registered no key: set `clientKey`";
  try {
    await jwtVerify(params.get("client_assertion") ?? "", key, {
      issuer: client.id,
      subject: client.id,
      audience: [...client.audience],
      requiredClaims: ["exp", "jti"],
      currentDate: new Date(now),
    });
    return null;
  } catch (error) {
    return `bad assertion: ${(error as Error).message}`;
  }
}
