/**
 * The demo's application: a few pages, with sign-in by the library.
 *
 * @module
 */

import { DenoAuth } from "@latchkey/auth/deno";
import { type AppClients, type AppSession, createConfig } from "./app_config.ts";
import { homePage, missingPage, profilePage } from "./app_pages.ts";
import type { Database } from "./database.ts";
import type { Html } from "./html.ts";
import { inboxPage, showMail } from "./inbox_page.ts";
import type { MailServer } from "./mail_server.ts";

/** The services that the application uses. */
export interface AppOptions {
  /** Issuer identifier of the identity provider. */
  readonly issuer: string;
  /** Registrations of the application at the provider. */
  readonly clients: AppClients;
  /** Mail server. */
  readonly mailServer: MailServer;
  /** The database. */
  readonly database: Database;
}

/** Creates the handler of the application. */
export function createApp(options: AppOptions): (request: Request) => Promise<Response> {
  const { issuer, mailServer } = options;
  const config = createConfig({ ...options, mailServer: mailServer.url });

  return DenoAuth(config, async (request, auth) => {
    const url = new URL(request.url);
    const file = await findFile(url.pathname);
    if (file) return file;
    const session = await auth();
    // The server omits the body of an answer to HEAD (RFC 9110 §9.3.2).
    const method = request.method === "HEAD" ? "GET" : request.method;
    const route = ROUTES[`${method} ${url.pathname}`];
    if (!route) return sendPage(missingPage(session), issuer, 404);
    const visit = { ...options, url };
    if ("anybody" in route) return send(await route.anybody({ ...visit, session }), issuer);
    if (session) return send(await route.members({ ...visit, session }), issuer);
    return redirect(`/auth/signin?${new URLSearchParams({ callbackUrl: url.pathname })}`);
  });
}

/** A request for a page, with its data. */
interface Visit<S extends AppSession | null> extends AppOptions {
  readonly url: URL;
  readonly session: S;
}

type Answer = Html | Response;

/** Routes, with and without a sign-in. */
type Route =
  | { readonly anybody: (visit: Visit<AppSession | null>) => Answer | Promise<Answer> }
  | { readonly members: (visit: Visit<AppSession>) => Answer | Promise<Answer> };

const ROUTES: Readonly<Record<string, Route>> = {
  "GET /": { anybody: ({ session }) => homePage(session) },
  "GET /inbox": { anybody: ({ session, mailServer }) => inboxPage(mailServer.mails(), session) },
  "GET /inbox/mail": {
    anybody: ({ url, mailServer }) => showMail(mailServer.mails(), url.searchParams.get("id")),
  },
  "GET /profile": { members: ({ session, url }) => profilePage(session, url.searchParams.has("saved")) },
};

const FILES: Readonly<Record<string, readonly [type: string, file: string]>> = {
  "/app.css": ["text/css", "app.css"],
  "/app.js": ["text/javascript", "app.js"],
  "/favicon.ico": ["image/svg+xml", "app.svg"],
  "/icon.svg": ["image/svg+xml", "app.svg"],
  // Mails cannot show an SVG.
  "/logo.png": ["image/png", "app.png"],
};

async function findFile(pathname: string): Promise<Response | null> {
  const [type, file] = FILES[pathname] ?? [];
  if (!type || !file) return null;
  const body = await Deno.readFile(new URL(file, import.meta.url));
  return new Response(body, { headers: { "content-type": type } });
}

function redirect(location: string): Response {
  return new Response(null, { status: 303, headers: { location } });
}

function send(answer: Answer, issuer: string): Response {
  return answer instanceof Response ? answer : sendPage(answer, issuer);
}

function sendPage(page: Html, issuer: string, status = 200): Response {
  const policy =
    `default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; frame-src 'self'; ` +
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
