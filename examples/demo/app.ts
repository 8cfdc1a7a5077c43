/**
 * The demo's application: two pages, behind which people are signed in by the library.
 *
 * @module
 */

import type { AuthConfig } from "@latchkey/auth";
import { DenoAuth } from "@latchkey/auth/deno";
import { homePage, missingPage, profilePage } from "./app_pages.ts";
import type { Html } from "./html.ts";
import type { Client } from "./provider.ts";

/** The application as the identity provider knows it: once for each way in which answers come back. */
export interface AppClients {
  /** Answers come in the query of a redirect. */
  readonly query: Client;
  /** Answers come in a form that the provider's page posts (`response_mode=form_post`). */
  readonly formPost: Client;
}

/** Makes the handler of the application. */
export function createApp(issuer: string, clients: AppClients): (request: Request) => Promise<Response> {
  const config = {
    secret: crypto.randomUUID() + crypto.randomUUID(),
    trustHost: true,
    providers: [
      exampleId("example", "Example ID", issuer, clients.query),
      exampleId("example-form", "Example ID, by form", issuer, clients.formPost, {
        response_mode: "form_post",
      }),
    ],
    theme: { brandColor: "#b3400f", logo: "/icon.svg" },
    callbacks: {
      jwt({ token, trigger, session }) {
        const name = trigger === "update" ? readName(session) : null;
        return name ? { ...token, name } : token;
      },
    },
  } satisfies AuthConfig;

  return DenoAuth(config, async (request, auth) => {
    const { origin, pathname, searchParams } = new URL(request.url);
    const file = await findFile(pathname);
    if (file) return file;
    if (pathname === "/") return sendPage(homePage(await auth()), issuer);
    if (pathname !== "/profile") return sendPage(missingPage(), issuer, 404);
    const session = await auth();
    if (!session) return Response.redirect(`${origin}/auth/signin?callbackUrl=%2Fprofile`);
    return sendPage(profilePage(session, searchParams.has("saved")), issuer);
  });
}

function exampleId(
  id: string,
  name: string,
  issuer: string,
  client: Client,
  params: Record<string, string> = {},
): AuthConfig["providers"][number] {
  return {
    id,
    name,
    type: "oidc",
    issuer,
    clientId: client.id,
    clientSecret: client.secret,
    client: { token_endpoint_auth_method: client.authentication },
    checks: ["pkce", "state", "nonce"],
    // Without `prompt` the provider would sign the same person in again without a word.
    authorization: { params: { scope: "openid profile email", prompt: "login", ...params } },
    style: { brandColor: "#0f6b54", logo: `${issuer}/icon.svg` },
  };
}

/** What the browser sent is not to be trusted: here anybody may call themselves anything, within limits. */
function readName(data: unknown): string | null {
  const name = (data as { name?: unknown } | null)?.name;
  return typeof name === "string" && name.trim() ? name.trim().slice(0, 60) : null;
}

const FILES: Readonly<Record<string, readonly [type: string, file: string]>> = {
  "/app.css": ["text/css", "app.css"],
  "/app.js": ["text/javascript", "app.js"],
  "/favicon.ico": ["image/svg+xml", "app.svg"],
  "/icon.svg": ["image/svg+xml", "app.svg"],
};

async function findFile(pathname: string): Promise<Response | null> {
  const [type, file] = FILES[pathname] ?? [];
  if (!type || !file) return null;
  const body = await Deno.readTextFile(new URL(file, import.meta.url));
  return new Response(body, { headers: { "content-type": type } });
}

function sendPage(page: Html, issuer: string, status = 200): Response {
  const policy = `default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; ` +
    `img-src 'self' ${issuer}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
  return new Response(page.text.trim(), {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "cache-control": "private, no-store",
    },
  });
}
