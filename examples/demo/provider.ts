/**
 * A real OpenID provider, `oidc-provider`, with custom pages on which users choose an account.
 *
 * @module
 */

import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
// @ts-types="./oidc_provider.d.ts"
import { Provider } from "npm:oidc-provider@9.13.3/lib/provider.js";
// @ts-types="./oidc_provider.d.ts"
import { createMemoryAdapter } from "npm:oidc-provider@9.13.3/lib/adapters/memory_adapter.js";
import type { Answer, Interaction } from "./oidc_provider.d.ts";
import type { Html } from "./html.ts";
import { type Address, listen, type Listening } from "./listen.ts";
import { addPerson, drawPortrait, findPerson } from "./people.ts";
import { consentPage, loginPage, refusalPage } from "./provider_pages.ts";

/** An application that may sign people in. */
export interface Client {
  /** Client identifier. */
  readonly id: string;
  /** Client secret. */
  readonly secret: string;
  /** Display name. */
  readonly name: string;
  /** How the client sends its secret. */
  readonly authentication: "client_secret_basic" | "client_secret_post";
  /** Redirect URIs. */
  readonly redirectUris: readonly string[];
}

/** Settings of the provider. */
export interface ProviderOptions {
  /** Port to listen on; `0` for any free one. */
  readonly port: number;
  /** Host name in the issuer's URL: `localhost` or `127.0.0.1`, which browsers treat as different sites. */
  readonly hostname?: "localhost" | "127.0.0.1";
  /** Registered clients. */
  readonly clients: readonly Client[];
}

/** A running provider. */
export interface RunningProvider {
  /** Issuer identifier, its URL. */
  readonly issuer: string;
  /** Stops it. */
  close(): Promise<void>;
}

/** Starts the provider, reachable from this computer only. */
export async function startProvider(options: ProviderOptions): Promise<RunningProvider> {
  const ready = Promise.withResolvers<RequestListener>();
  const { port, close } = await listen(options.port, (address) => serve(address, ready.promise));
  const issuer = `http://${options.hostname ?? "localhost"}:${port}`;
  const provider = await createProvider(issuer, options.clients);
  const answer = provider.callback();
  ready.resolve(async (request, response) => {
    try {
      const { pathname } = new URL(request.url ?? "/", issuer);
      if (pathname.startsWith("/interaction/")) await interact(provider, request, response);
      else if (!await serveFile(pathname, response)) answer(request, response);
    } catch (error) {
      response.statusCode = 400;
      sendPage(response, refusalPage((error as Error).message));
    }
  });
  return { issuer, close };
}

async function createProvider(issuer: string, clients: readonly Client[]): Promise<Provider> {
  const minutes = (count: number) => count * 60;
  const provider = new Provider(issuer, {
    adapter: createMemoryAdapter(),
    clients: clients.map((client) => ({
      client_id: client.id,
      client_secret: client.secret,
      client_name: client.name,
      redirect_uris: [...client.redirectUris],
      token_endpoint_auth_method: client.authentication,
    })),
    clientDefaults: { id_token_signed_response_alg: "ES256" },
    jwks: { keys: [await createSigningKey()] },
    cookies: { keys: [crypto.randomUUID()] },
    claims: { openid: ["sub"], profile: ["name", "picture"], email: ["email", "email_verified"] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, id) => {
      const person = findPerson(id);
      if (!person) return undefined;
      const { name, email } = person;
      const picture = `${issuer}/people/${id}.svg`;
      return { accountId: id, claims: () => ({ sub: id, name, email, email_verified: true, picture }) };
    },
    renderError: (context, { error_description }) => {
      context.type = "html";
      context.body = refusalPage(error_description ?? "The request can't be answered.").text;
    },
    ttl: {
      AccessToken: minutes(60),
      AuthorizationCode: minutes(1),
      Grant: minutes(60),
      IdToken: minutes(60),
      Interaction: minutes(30),
      Session: minutes(60),
    },
  });
  provider.on("server_error", (_context, error) => console.error("The identity provider failed:", error));
  return provider;
}

async function createSigningKey(): Promise<JsonWebKey & { use: string }> {
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  const { privateKey } = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const { kty, crv, x, y, d } = await crypto.subtle.exportKey("jwk", privateKey);
  return { kty, crv, x, y, d, use: "sig" };
}

/** Shows the pages for account and consent, and handles their forms. */
async function interact(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const interaction = await provider.interactionDetails(request, response);
  const { uid, prompt, params, session } = interaction;
  if (request.method === "POST") {
    const answer = prompt.name === "login" ? login : consent;
    const result = await answer(await readForm(request), interaction, provider);
    return await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
  }
  const client = await provider.Client.find(String(params.client_id));
  const page = { action: `/interaction/${uid}`, application: client?.clientName ?? "the application" };
  const shown = prompt.name === "login" ? loginPage(page) : consentPage(page, {
    name: findPerson(session?.accountId ?? "")?.name ?? "",
    scope: String(params.scope),
  });
  sendPage(response, shown, new URL(String(params.redirect_uri)).origin);
}

function login(form: URLSearchParams): Answer {
  const person = findPerson(form.get("account") ?? "") ?? addPerson(form.get("name") ?? "");
  if (!person) throw new Error("Cannot sign in: the name is missing.");
  return { login: { accountId: person.id } };
}

async function consent(
  form: URLSearchParams,
  { params, session, grantId }: Interaction,
  provider: Provider,
): Promise<Answer> {
  if (form.get("decision") !== "allow") {
    return { error: "access_denied", error_description: "The person did not allow it." };
  }
  const known = grantId ? await provider.Grant.find(grantId) : undefined;
  const grant = known ??
    new provider.Grant({ accountId: session?.accountId, clientId: String(params.client_id) });
  grant.addOIDCScope(String(params.scope));
  return { consent: { grantId: await grant.save() } };
}

const FILES: Readonly<Record<string, readonly [type: string, file: string]>> = {
  "/icon.svg": ["image/svg+xml", "provider.svg"],
  "/provider.css": ["text/css", "provider.css"],
};

async function serveFile(pathname: string, response: ServerResponse): Promise<boolean> {
  const person = findPerson(/^\/people\/([^/]+)\.svg$/.exec(pathname)?.[1] ?? "");
  const [type, file] = FILES[pathname] ?? [];
  if (!person && !file) return false;
  response.setHeader("content-type", type ?? "image/svg+xml");
  response.end(person ? drawPortrait(person) : await Deno.readTextFile(new URL(file!, import.meta.url)));
  return true;
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let body = "";
  for await (const chunk of request) {
    body += chunk;
    if (body.length > 10_000) throw new Error("That is too much to read.");
  }
  return new URLSearchParams(body);
}

/** @param target Origin to which the form redirects: browsers apply `form-action` to redirects, too. */
function sendPage(response: ServerResponse, page: Html, target = ""): void {
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.setHeader("cache-control", "no-store");
  response.setHeader(
    "content-security-policy",
    `default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self' ${target}; ` +
      "base-uri 'none'; frame-ancestors 'none'",
  );
  response.end(page.text.trim());
}

function serve({ port, hostname }: Address, ready: Promise<RequestListener>): Promise<Listening> {
  const server = createServer(async (request, response) => (await ready)(request, response));
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, hostname, () => {
      resolve({ port: (server.address() as AddressInfo).port, close: () => close(server) });
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
