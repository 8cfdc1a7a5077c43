/**
 * The demo's application: a few pages, with sign-in by the library.
 *
 * @module
 */

import { DenoAuth } from "@latchkey/auth/deno";
import { accountPage } from "./account_page.ts";
import { type AppClients, type AppSession, createConfig } from "./app_config.ts";
import { homePage, missingPage, profilePage, registrationPage } from "./app_pages.ts";
import type { Database } from "./database.ts";
import { createDevices, type Devices } from "./devices.ts";
import type { Html } from "./html.ts";
import { inboxPage, showMail } from "./inbox_page.ts";
import type { MailServer } from "./mail_server.ts";
import { createPasswords, type Passwords, type Registration } from "./passwords.ts";
import { createWays, type Ways } from "./ways.ts";

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
  const { database, issuer, mailServer } = options;
  const passwords = createPasswords(database);
  const devices = createDevices(database);
  const ways = createWays(database);
  const config = createConfig({ ...options, mailServer: mailServer.url, passwords });

  return DenoAuth(config, async (request, auth) => {
    const url = new URL(request.url);
    const file = await findFile(url.pathname);
    if (file) return file;
    const session = await auth();
    if (session) devices.note(session.sessionId, request.headers.get("user-agent"));
    if (request.method === "POST" && request.headers.get("origin") !== url.origin) {
      return new Response("This form was not sent from here.", { status: 403 });
    }
    // The server omits the body of an answer to HEAD (RFC 9110 §9.3.2).
    const method = request.method === "HEAD" ? "GET" : request.method;
    const route = ROUTES[`${method} ${url.pathname}`];
    if (!route) return sendPage(missingPage(session), issuer, 404);
    const visit = { ...options, passwords, devices, ways, request, url };
    if ("anybody" in route) return send(await route.anybody({ ...visit, session }), issuer);
    if (session) return send(await route.members({ ...visit, session }), issuer);
    return redirect(`/auth/signin?${new URLSearchParams({ callbackUrl: url.pathname })}`);
  });
}

/** A request for a page, with its data. */
interface Visit<S extends AppSession | null> extends AppOptions {
  readonly passwords: Passwords;
  readonly devices: Devices;
  readonly ways: Ways;
  readonly request: Request;
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
  "GET /register": { anybody: ({ session }) => registrationPage(session) },
  "POST /register": { anybody: register },
  "GET /profile": { members: ({ session, url }) => profilePage(session, url.searchParams.has("saved")) },
  "GET /account": { members: showAccount },
  "POST /account/sessions/end": { members: endSession },
  "POST /account/ways/remove": { members: removeWay },
};

async function register({ request, passwords, session }: Visit<AppSession | null>): Promise<Answer> {
  const form = await request.formData();
  const read = (field: string) => String(form.get(field) ?? "");
  const registration = { name: read("name").trim(), email: read("email").trim(), password: read("password") };
  const problem = problemOf(registration);
  if (problem) return registrationPage(session, { ...registration, problem });
  if (await passwords.register(registration)) return redirect("/auth/signin?callbackUrl=%2Fprofile");
  return registrationPage(session, {
    ...registration,
    problem: "There is an account with this address. If it is yours, sign in.",
  });
}

function problemOf({ name, email, password }: Registration): string | null {
  if (!name || name.length > 60) return "A name has up to 60 characters.";
  if (!/^[^\s@]{1,64}@[^\s@]{1,190}$/.test(email)) return "That is not an e-mail address.";
  return password.length < 8 || password.length > 100 ? "A password has 8 to 100 characters." : null;
}

async function showAccount(visit: Visit<AppSession>): Promise<Html> {
  const { database: { adapter }, devices, session, ways } = visit;
  const { id } = session.user;
  const sessions = await adapter.listSessionsByUserId(id);
  return accountPage(session, {
    user: await adapter.getUser(id),
    accounts: await adapter.listAccountsByUserId(id),
    passkeys: await adapter.listAuthenticatorsByUserId(id),
    isRemovable: ways.count(id) > 1,
    sessions: sessions.filter(({ expires }) => expires > new Date())
      .map(({ sessionToken, expires }) => ({
        id: sessionToken,
        expires,
        device: devices.find(sessionToken),
      })),
  });
}

/** Ends a session. The form can name any session, so this checks that it belongs to the user. */
async function endSession({ request, database: { adapter }, session }: Visit<AppSession>): Promise<Response> {
  const ended = (await request.formData()).get("session");
  const own = await adapter.listSessionsByUserId(session.user.id);
  const found = own.find(({ sessionToken }) => sessionToken === ended);
  if (found) await adapter.deleteSession(found.sessionToken);
  return redirect("/account");
}

/** Removes an account or a passkey. The form can name any, so this removes only those of the user, never the last one. */
async function removeWay({ request, ways, session }: Visit<AppSession>): Promise<Response> {
  const form = await request.formData();
  const read = (field: string) => String(form.get(field) ?? "");
  const { id } = session.user;
  if (form.has("passkey")) ways.removePasskey(id, read("passkey"));
  else ways.removeAccount(id, read("provider"), read("account"));
  return redirect("/account");
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
