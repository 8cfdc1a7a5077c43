/**
 * Signs a user in with a provider of the catalogue, whose answers a case of `catalogue/` describes.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Adapter, AdapterUser } from "../../src/adapters/contract/types.ts";
import type { OAuthConfig, OIDCConfig } from "../../src/model/provider.ts";
import type { Profile } from "../../src/values/types.ts";
import {
  createSigningKey,
  sign,
  type SigningKey,
  toPublicJwk,
} from "../../src/testing/provider/_signing_key.ts";
import { APP, open, start } from "../flows/_world.ts";

/**
 * A provider of the catalogue, as its documentation says that it answers. Names of people and hosts are invented. Of each
 * answer it has the fields that the module reads, and those that one could take for an id, a name, an address, a picture or
 * a flag.
 */
export interface ProviderCase {
  /** The provider. */
  // deno-lint-ignore no-explicit-any -- each has options of its own
  readonly create: (options: any) => OAuthConfig | OIDCConfig;
  /** Sub-path of the module, if it is not the id. */
  readonly module?: string;
  /** Options beside the client credentials. They may replace `clientSecret`. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** The options without which the provider cannot be used. */
  readonly required?: readonly string[];
  /** What discovery returns, with `issuer`; absent for a provider whose endpoints are all in its module. */
  readonly metadata?: Readonly<Record<string, unknown>> & { readonly issuer: string };
  /** URL of the metadata. Default: `<issuer>/.well-known/openid-configuration`. */
  readonly discovery?: string;
  /** URL of the keys, for a provider with ID tokens. Default: `jwks_uri` of `metadata`. */
  readonly jwks?: string;
  /** Parameters of the authorization response, beside `code` and `state`. */
  readonly response?: Readonly<Record<string, string>>;
  /** The token request. */
  readonly token: TokenCase;
  /** Claims of the ID token, beside `iss`, `aud`, `exp`, `iat` and `nonce`. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Algorithm of the ID token and of signed answers. Default `RS256`. With `HS256` the client secret signs. */
  readonly algorithm?: "ES256" | "HS256" | "RS256";
  /** The requests for the profile, in any order. */
  readonly profile?: readonly Exchange[];
  /** What the sign-in must yield. */
  readonly user: ExpectedUser;
  /** Other ids that the provider may use if the first one is missing. */
  readonly otherIds?: readonly string[];
}

/** The token request and its answer. */
export interface TokenCase {
  /** Method and URL: `POST https://example.com/token`. Default: a POST to the endpoint of the metadata. */
  readonly request?: string;
  /** How the client authenticates. `own`: the URL of the request says it. */
  readonly auth: "basic" | "none" | "own" | "post";
  /** Parameters that the body must have, beside those of RFC 6749 §4.1.3. */
  readonly params?: Readonly<Record<string, string>>;
  /** Checks a client secret that the provider's module creates itself. @param now Time of the sign-in. */
  readonly isSecret?: (secret: string, now: Date) => Promise<boolean>;
  /** The answer. Default: `BEARER`. */
  readonly json?: unknown;
  /** Status of the answer. Default 200. */
  readonly status?: number;
}

/** A request and its answer. */
export interface Exchange {
  /** Method and URL, with the query: `GET https://api.example.com/me?fields=id`. */
  readonly request: string;
  /** Headers that the request must have; `null`: must not have. Default: the access token as a Bearer token. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Body that the request must have. */
  readonly body?: string;
  /** The answer, as JSON; a `Response` for anything else, and an `Error` if the server cannot be reached. */
  readonly json: unknown;
  /** Whether the answer is signed, as `application/jwt` (OpenID Connect §5.3.2). */
  readonly signed?: true;
}

/** The user that a sign-in yields. */
export interface ExpectedUser {
  /** Id at the provider. */
  readonly id: string;
  /** Name. */
  readonly name: string | null;
  /** Email address. */
  readonly email: string | null;
  /** Whether the address counts as verified. */
  readonly verified: boolean;
  /** URL of the picture. */
  readonly image: string | null;
}

/** What came of a sign-in. */
export interface CaseResult {
  /** URL that the browser was sent to. */
  readonly authorizationUrl: URL;
  /** The user; `null` if the sign-in failed. */
  readonly user: ExpectedUser | null;
  /** The profile, as `profile()` received it. */
  readonly profile: Profile | undefined;
  /** What differed from the case, and the log. */
  readonly problems: readonly string[];
  /** The log. */
  readonly log: string;
}

/** The client that each provider of the catalogue knows. */
export const CLIENT = { clientId: "client-1", clientSecret: "a-client-secret-of-more-than-32-characters" };

/** The access token of the default answer. */
export const ACCESS_TOKEN = "access-token-1";

/** The answer to a token request: a Bearer token that expires in an hour. */
export const BEARER = { access_token: ACCESS_TOKEN, token_type: "Bearer", expires_in: 3600 };

/** The user of most cases. */
export const ADA = { name: "Ada Lovelace", email: "ada@example.com", image: null };

/** What many providers send about that user (OpenID Connect Core §5.1). */
export const PERSON = {
  name: ADA.name,
  given_name: "Ada",
  family_name: "Lovelace",
  email: ADA.email,
  email_verified: true,
};

const CODE = "code-1";
const KEYS = {
  ES256: createSigningKey("ES256", "key-1"),
  RS256: createSigningKey("RS256", "key-1"),
};

/** All cases, with the names of their files without the ending, in the order of these names. */
export async function readCases(): Promise<readonly (readonly [string, ProviderCase])[]> {
  const folder = new URL("catalogue/", import.meta.url);
  const files = (await readdir(folder)).filter((file) => file.endsWith(".ts")).sort();
  return await Promise.all(
    files.map(async (file) =>
      [file.slice(0, -3), (await import(new URL(file, folder).href)).default] as const
    ),
  );
}

/**
 * The metadata of a server that signs with RS256.
 *
 * @param endpoints For authorization, tokens and keys, and perhaps that of the userinfo: paths below the issuer, or URLs.
 * @param more What else the metadata have.
 */
export function server(
  issuer: string,
  endpoints: string,
  more?: object,
): NonNullable<ProviderCase["metadata"]> {
  const [authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint] = endpoints.split(" ")
    .map((endpoint) => endpoint.startsWith("/") ? issuer.replace(/\/$/, "") + endpoint : endpoint);
  return {
    issuer,
    authorization_endpoint,
    token_endpoint,
    jwks_uri,
    ...(userinfo_endpoint && { userinfo_endpoint }),
    id_token_signing_alg_values_supported: ["RS256"],
    ...more,
  };
}

/** Method and URL of the token request. */
export function tokenRequestOf({ token, metadata }: ProviderCase): string {
  return token.request ?? `POST ${metadata?.token_endpoint}`;
}

/** The case with other claims, profiles and tokens. */
export function withAnswers(each: ProviderCase, change: (answer: unknown) => unknown): ProviderCase {
  const { claims, profile, token } = each;
  return {
    ...each,
    ...(claims && { claims: change(claims) as ProviderCase["claims"] }),
    ...(profile && { profile: profile.map((exchange) => ({ ...exchange, json: change(exchange.json) })) }),
    ...(token.json !== undefined && { token: { ...token, json: change(token.json) } }),
  } as ProviderCase;
}

/** The case with the metadata and endpoints of another server; its claims, profiles and user stay. */
export function movedTo(each: ProviderCase, from: string, to: string): ProviderCase {
  const move = <T>(value: T): T =>
    JSON.parse(JSON.stringify(value ?? null).replaceAll(from, to)) ?? undefined;
  return {
    ...each,
    metadata: move(each.metadata),
    discovery: move(each.discovery),
    jwks: move(each.jwks),
    response: move(each.response),
    token: { ...each.token, request: move(tokenRequestOf(each)) },
    profile: each.profile?.map((exchange) => ({ ...exchange, request: move(exchange.request) })),
  };
}

/** Creates the provider of a case. @param without An option to leave out. */
export function createProvider(
  { create, options }: ProviderCase,
  without?: string,
): OAuthConfig | OIDCConfig {
  const all = { ...CLIENT, ...options };
  return create(Object.fromEntries(Object.entries(all).filter(([name]) => name !== without)));
}

/** Signs in. @param stored A user whom the application has already. @param adapter The database. */
export async function signIn(
  each: ProviderCase,
  stored?: AdapterUser,
  adapter: Required<Adapter> = Memory(),
): Promise<CaseResult> {
  const provider = createProvider(each);
  const problems: string[] = [];
  const seen: { profile?: Profile } = {};
  if (stored) await adapter.createUser(stored);
  const world = open({
    adapter,
    providers: () => [provider],
    callbacks: {
      signIn({ profile }) {
        seen.profile = profile;
        return true;
      },
    },
  });
  const attempt: Attempt = {
    request: new URL(APP),
    now: world.platform.now(),
    problems,
    unasked: new Set(each.profile),
  };
  const answer = answerer(each, attempt);
  for (const url of urlsOf(each)) world.platform.sites[new URL(url).origin] = answer;
  const authorizationUrl = await start(world, { provider: provider.id });
  attempt.request = authorizationUrl;
  const { state, response_mode } = Object.fromEntries(authorizationUrl.searchParams);
  const response = new URLSearchParams({ code: CODE, state: state ?? "", ...each.response });
  const callback = `${APP}/auth/callback/${provider.id}`;
  await (response_mode === "form_post"
    ? world.browser.fetch(callback, { method: "POST", body: response })
    : world.browser.fetch(`${callback}?${response}`));
  for (const { request } of attempt.unasked) problems.push(`no request: ${request}`);
  const session = await world.session();
  const ids = [each.user.id, ...each.otherIds ?? []];
  const found = await Promise.all(
    ids.map(async (id) =>
      [id, await adapter.getUserByAccount({ provider: provider.id, providerAccountId: id })] as const
    ),
  );
  const [id, user] = found.find(([, user]) => user) ?? [];
  return {
    authorizationUrl,
    user: session && user ? toExpected(id!, user) : null,
    profile: seen.profile,
    problems,
    log: world.log(),
  };
}

function toExpected(id: string, { name, email, emailVerified, image }: AdapterUser): ExpectedUser {
  return {
    id,
    name: name ?? null,
    email: email ?? null,
    verified: Boolean(emailVerified),
    image: image ?? null,
  };
}

function urlsOf(each: ProviderCase): readonly string[] {
  const requests = [tokenRequestOf(each), ...(each.profile ?? []).map(({ request }) => request)];
  return [...requests.map((request) => request.split(" ")[1]!), ...documentsOf(each).map(([url]) => url)];
}

/** URLs of the metadata and of the keys. */
function documentsOf(
  { metadata, discovery, jwks }: ProviderCase,
): readonly (readonly [string, "keys" | "metadata"])[] {
  const keys = jwks ?? metadata?.jwks_uri as string | undefined;
  return [
    ...(metadata
      ? [
        [
          discovery ?? `${metadata.issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
          "metadata",
        ] as const,
      ]
      : []),
    ...(keys ? [[keys, "keys"] as const] : []),
  ];
}

interface Attempt {
  /** The authorization request, once it is known. */
  request: URL;
  readonly now: number;
  readonly problems: string[];
  /** The requests for the profile that the library has not sent. */
  readonly unasked: Set<Exchange>;
}

/** Answers as the provider, and notes each request that differs from the case. */
function answerer(each: ProviderCase, attempt: Attempt): (request: Request) => Promise<Response> {
  const documents = new Map(documentsOf(each));
  return async (request) => {
    const line = `${request.method} ${request.url}`;
    const document = documents.get(request.url);
    if (document === "metadata") return Response.json(each.metadata);
    if (document === "keys") return Response.json({ keys: [await toPublicJwk(await keyOf(each))] });
    if (line === tokenRequestOf(each)) return await answerToken(request, each, attempt);
    const exchange = each.profile?.find((exchange) => exchange.request === line);
    if (!exchange) {
      attempt.problems.push(`unexpected request: ${line}`);
      return new Response(null, { status: 404 });
    }
    attempt.unasked.delete(exchange);
    const { headers = { authorization: `Bearer ${ACCESS_TOKEN}` }, body } = exchange;
    for (const [name, value] of Object.entries(headers)) {
      if (request.headers.get(name) !== value) {
        attempt.problems.push(`${line}: ${name} is ${request.headers.get(name)}, expected ${value}`);
      }
    }
    const text = await request.text();
    if (body !== undefined && text !== body) attempt.problems.push(`${line}: the body is ${text}`);
    if (exchange.json instanceof Error) throw exchange.json;
    if (exchange.signed) return await signAnswer(exchange.json, each);
    return exchange.json instanceof Response ? exchange.json.clone() : Response.json(exchange.json);
  };
}

function keyOf({ algorithm = "RS256" }: ProviderCase): Promise<SigningKey> {
  return KEYS[algorithm === "HS256" ? "RS256" : algorithm];
}

async function signAnswer(payload: unknown, each: ProviderCase): Promise<Response> {
  const { alg, kid, privateKey } = await keyOf(each);
  const token = await sign({ header: { alg, kid }, payload, key: privateKey });
  return new Response(token, { headers: { "content-type": "application/jwt" } });
}

async function answerToken(request: Request, each: ProviderCase, attempt: Attempt): Promise<Response> {
  const { auth, params, json, status, isSecret } = each.token;
  const { searchParams } = attempt.request;
  const { clientId, clientSecret } = { ...CLIENT, ...each.options };
  const body = Object.fromEntries(new URLSearchParams(await request.text()));
  const secret = typeof clientSecret === "string" ? clientSecret : body.client_secret;
  const expected: Record<string, string | undefined> = auth === "own" ? { ...params } : {
    grant_type: "authorization_code",
    code: CODE,
    redirect_uri: searchParams.get("redirect_uri") ?? undefined,
    client_id: auth === "basic" ? undefined : clientId,
    client_secret: auth === "post" ? secret : undefined,
    ...params,
  };
  for (const [name, value] of Object.entries(expected)) {
    if (body[name] !== value) {
      attempt.problems.push(`token request: ${name} is ${body[name]}, expected ${value}`);
    }
  }
  const authorization = auth === "basic" ? `Basic ${btoa(`${clientId}:${clientSecret}`)}` : null;
  if (auth !== "own" && request.headers.get("authorization") !== authorization) {
    attempt.problems.push(`token request: authorization is ${request.headers.get("authorization")}`);
  }
  if (isSecret && !await isSecret(body.client_secret ?? "", new Date(attempt.now))) {
    attempt.problems.push(`token request: the client secret is ${body.client_secret}`);
  }
  if (toChallenge(body.code_verifier, searchParams) !== searchParams.get("code_challenge")) {
    attempt.problems.push("token request: the verifier does not fit the challenge");
  }
  const idToken = each.claims && await signClaims(each.claims, each, attempt);
  const answer = json ?? BEARER;
  return Response.json(idToken ? { ...answer as object, id_token: idToken } : answer, {
    status: status ?? 200,
  });
}

/** The challenge of a verifier, by the method that the authorization request named (RFC 7636 §4.6). */
function toChallenge(verifier: string | undefined, request: URLSearchParams): string | null {
  if (verifier === undefined) return null;
  if (request.get("code_challenge_method") !== "S256") return verifier;
  return createHash("sha256").update(verifier).digest("base64url");
}

async function signClaims(
  claims: Readonly<Record<string, unknown>>,
  each: ProviderCase,
  { request, now }: Attempt,
): Promise<string> {
  const { metadata, create, algorithm, options } = each;
  const { clientId, clientSecret } = { ...CLIENT, ...options };
  const issuedAt = Math.floor(now / 1000);
  const payload = {
    iss: metadata?.issuer ?? create({ ...CLIENT, ...options }).issuer,
    aud: clientId,
    exp: issuedAt + 600,
    iat: issuedAt,
    nonce: request.searchParams.get("nonce") ?? undefined,
    ...claims,
  };
  if (algorithm === "HS256") {
    return await sign({
      header: { alg: "HS256" },
      payload,
      key: new TextEncoder().encode(String(clientSecret)),
    });
  }
  const { alg, kid, privateKey } = await keyOf(each);
  return await sign({ header: { alg, kid }, payload, key: privateKey });
}
