/**
 * The demo's application: a few pages, behind which people are signed in by the library.
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
import { createPasswords, type Passwords } from "./passwords.ts";

/** What the application is built on. */
export interface AppOptions {
  /** Issuer identifier of the identity provider. */
  readonly issuer: string;
  /** How that knows the application. */
  readonly clients: AppClients;
  /** Where mail goes. */
  readonly mailServer: MailServer;
  /** The database. */
  readonly database: Database;
}

/** Makes the handler of the application. */
export function createApp(options: AppOptions): (request: Request) => Promise<Response> {
  const { database, issuer, mailServer } = options;
  const passwords = createPasswords(database);
  const devices = createDevices(database);
  const config = createConfig({ ...options, mailServer: mailServer.url, passwords });

  return DenoAuth(config, async (request, auth) => {
    const url = new URL(request.url);
    const file = await findFile(url.pathname);
    if (file) return file;
    const session = await auth();
    if (session) devices.note(session.sessionId, request.headers.get("user-agent"));
    const { open, members } = ROUTES[`${request.method} ${url.pathname}`] ?? NOWHERE;
    if (members && !session) {
      return redirect(`/auth/signin?${new URLSearchParams({ callbackUrl: url.pathname })}`);
    }
    if (request.method === "POST" && request.headers.get("origin") !== url.origin) {
      return new Response("This form was not sent from here.", { status: 403 });
    }
    const answer = await open({ ...options, passwords, devices, request, url, session: session! });
    return answer instanceof Response ? answer : sendPage(answer, issuer, open === NOWHERE.open ? 404 : 200);
  });
}

/** What a page is made of. */
interface Visit extends AppOptions {
  readonly passwords: Passwords;
  readonly devices: Devices;
  readonly request: Request;
  readonly url: URL;
  /** Not there on pages for everybody, if nobody is signed in. */
  readonly session: AppSession;
}

interface Route {
  /** Whether one must be signed in. */
  readonly members?: true;
  readonly open: (visit: Visit) => Html | Response | Promise<Html | Response>;
}

const ROUTES: Readonly<Record<string, Route>> = {
  "GET /": { open: ({ session }) => homePage(session) },
  "GET /inbox": { open: ({ session, mailServer }) => inboxPage(mailServer.mails(), session) },
  "GET /inbox/mail": {
    open: ({ url, mailServer }) => showMail(mailServer.mails(), url.searchParams.get("id")),
  },
  "GET /register": { open: ({ session }) => registrationPage(session) },
  "POST /register": { open: register },
  "GET /profile": {
    members: true,
    open: ({ session, url }) => profilePage(session, url.searchParams.has("saved")),
  },
  "GET /account": { members: true, open: showAccount },
  "POST /account/sessions/end": { members: true, open: endSession },
};

const NOWHERE: Route = { open: ({ session }) => missingPage(session) };

async function register({ request, passwords, session }: Visit): Promise<Html | Response> {
  const form = await request.formData();
  const [name, email, password] = ["name", "email", "password"].map((field) =>
    String(form.get(field) ?? "").trim()
  );
  const problem = !name || !/^[^\s@]+@[^\s@]+$/.test(email!)
    ? "A name and an e-mail address are needed."
    : password!.length < 8 || password!.length > 100
    ? "A password has 8 to 100 characters."
    : await passwords.register({ name, email: email!, password: password! })
    ? null
    : "Somebody has that address already. If it is you, sign in.";
  if (problem) return registrationPage(session, { name: name!, email: email!, problem });
  return redirect("/auth/signin?callbackUrl=%2Fprofile");
}

async function showAccount({ database: { adapter }, devices, session }: Visit): Promise<Html> {
  const { id } = session.user;
  const sessions = await adapter.listSessionsByUserId(id);
  return accountPage(session, {
    user: await adapter.getUser(id),
    accounts: await adapter.listAccountsByUserId(id),
    passkeys: await adapter.listAuthenticatorsByUserId(id),
    sessions: sessions.filter(({ expires }) => expires > new Date())
      .map(({ sessionToken, expires }) => ({
        id: sessionToken,
        expires,
        device: devices.find(sessionToken),
      })),
  });
}

/** The form can name any session: only one's own are ended. */
async function endSession({ request, database: { adapter }, session }: Visit): Promise<Response> {
  const ended = (await request.formData()).get("session");
  const own = await adapter.listSessionsByUserId(session.user.id);
  const found = own.find(({ sessionToken }) => sessionToken === ended);
  if (found) await adapter.deleteSession(found.sessionToken);
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

function sendPage(page: Html, issuer: string, status: number): Response {
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
