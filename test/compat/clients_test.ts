/**
 * The browser clients of Auth.js, unmodified, in a real browser, call for call on servers of both libraries.
 *
 * @module
 */

import { mkdir } from "node:fs/promises";
import { esbuild } from "../../tools/_esbuild.ts";
import type { Page } from "npm:playwright-core@1.65.1";
import { testInBrowser } from "../e2e/chromium.ts";
import { type Call, CALLS, type Tab } from "./_client_calls.ts";
import { installSides, onSides, openRecord } from "./_record.ts";
import { compareRows, type Row } from "./_rows.ts";
import { PASSKEY_CALLS } from "./_passkey_calls.ts";
import { type App, startApp } from "./_servers.ts";
import type { Wanted } from "./_trees.ts";
import type { TestBrowser } from "../e2e/chromium.ts";

/** A client. */
interface Client {
  /** The file that bundles it. */
  readonly file: string;
  /** Base path of its server. */
  readonly base: string;
  /** What it has, as `needs` of a call. */
  readonly has: readonly string[];
  /** What differs on purpose, by the name of the call. */
  readonly deliberate?: Readonly<Record<string, Row["deliberate"]>>;
  /** What fails on theirs, by the name of the call. */
  readonly better?: Readonly<Record<string, string>>;
}

/** What needs the answer to a form that says `json=true`: that is how next-auth 4 asks for JSON. */
const WITH_JSON = [
  "getSession gives null, and then the session",
  "signIn with a password gives ok and the address, without a redirect",
  "signIn with a password leads to callbackUrl",
  "signIn with a password returns to the page that it was called on",
  "signIn with a wrong password gives the error",
  "signIn with a wrong password leads to the sign-in page with the error",
  "signIn reports a failure of authorize as an error",
  "signIn never leads to another site",
  "signIn with OpenID leads to the provider and back",
  "signIn hands parameters on to the provider",
  "signIn by mail gives ok and the page that says so, and the link signs in",
  "signIn by mail leads to the page that says so",
  "signOut leads to callbackUrl",
  "signOut returns to the page that it was called on",
  "signOut gives the address, without a redirect",
  "useSession is authenticated with the user after a sign-in, and no longer after signOut",
  "SessionProvider begins with the session of the server",
  "update changes the session that useSession shows",
  "a tab learns of the sign-out of another",
  "refetchInterval asks again",
];

const FUNCTIONS = ["getCsrfToken", "getProviders", "getSession", "signOutResult", "react"];

const CLIENTS: Readonly<Record<string, Client>> = {
  "next-auth 5 react": {
    file: "next-auth-5",
    base: "/api/auth",
    has: [...FUNCTIONS, "code", "broadcast", "urlOfProvider", "passkey"],
    deliberate: {
      "signIn of webauthn with an unknown address and without action signs up": {
        reason: 'the answer would reveal who has an account: a script says `action: "register"`',
        problem: /NotAllowedError/,
      },
    },
  },
  "next-auth 4 react": {
    file: "next-auth-4",
    base: "/api/auth",
    has: [...FUNCTIONS, "broadcast"],
    better: forEach(WITH_JSON, "Auth.js 5 does not read `json=true`: its answers to next-auth 4 are pages"),
  },
  "@hono/auth-js react": { file: "hono", base: "/api/auth", has: [...FUNCTIONS, "urlOfProvider"] },
  "@auth/sveltekit client": {
    file: "sveltekit",
    base: "/auth",
    has: ["code", "urlOfProvider", "signOutResult"],
  },
  "@auth/solid-start client": { file: "solid-start", base: "/api/auth", has: ["code", "urlOfProvider"] },
};

const WANTED: Wanted = {
  name: "clients",
  files: "clients",
  // Solid's package wants a Vite that others do not.
  peers: false,
  packages: {
    "@auth/solid-start": "0.19.2",
    "@auth/sveltekit": "1.11.3",
    "@hono/auth-js": "1.1.1",
    "@simplewebauthn/browser": "9.0.1",
    "hono": "4.13.19",
    "next-auth": "5.0.0-beta.32",
    "next-auth-4": "npm:next-auth@4.24.15",
    "react": "19.3.1",
    "react-dom": "19.3.1",
  },
  only: { ours: { "@simplewebauthn/server": "14.0.3" }, theirs: { "@simplewebauthn/server": "9.0.3" } },
};

/** Pages that calls use one after the other: a new window for each takes a process of the browser. */
const pages = new Map<App, Page>();

const record = await openRecord("clients", WANTED);
const folderOf = await installSides(WANTED);
const appOf = await onSides(async (side) => {
  await bundle(folderOf(side));
  return await startApp({ folder: folderOf(side), run: ["node", "server.mjs"] });
});

await testInBrowser("The clients of Auth.js", async (browser) => {
  for (const [name, client] of Object.entries(CLIENTS)) {
    compareRows(
      name,
      [...CALLS, ...PASSKEY_CALLS].filter(({ needs }) => !needs || client.has.includes(needs)).map((
        call,
      ) => ({
        name: call.name,
        deliberate: client.deliberate?.[call.name],
        better: client.better?.[call.name],
        run: (side) => runCall(browser, { call, client, app: appOf(side) }),
      })),
      record,
    );
  }
  await Promise.resolve();
});

function forEach(names: readonly string[], reason: string): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, reason]));
}

async function bundle(folder: string): Promise<void> {
  await mkdir(`${folder}/bundles`, { recursive: true });
  await esbuild({
    absWorkingDir: folder,
    entryPoints: Object.values(CLIENTS).map(({ file }) => `bundle/${file}.jsx`),
    outdir: "bundles",
    bundle: true,
    // Each call loads the page anew, and the browser compiles what it loads.
    minify: true,
    format: "iife",
    alias: { "$app/paths": "./bundle/app_paths.js" },
    define: { "process.env.NODE_ENV": '"production"', "process.env": "{}" },
    logLevel: "error",
  });
}

async function runCall(
  browser: TestBrowser,
  { call, client, app }: { call: Call; client: Client; app: App },
): Promise<void> {
  // A page keeps its authenticator.
  const page = PASSKEY_CALLS.includes(call) ? await openPage(browser) : await cleanPage(browser, app);
  await page.goto(`${app.origin}/page/${client.file}`);
  await call.run(tabOf(page, app, client.base));
}

/** The page of an application, without what the call before has left: cookies, storage and other pages. */
async function cleanPage(browser: TestBrowser, app: App): Promise<Page> {
  const known = pages.get(app);
  const page = !known || known.isClosed() ? await openPage(browser) : known;
  pages.set(app, page);
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  await context.clearCookies();
  // A page of the application without scripts: storage belongs to an origin.
  await page.goto(`${app.origin}/empty`);
  await page.evaluate("localStorage.clear(), sessionStorage.clear()");
  return page;
}

/** A page in a window of its own. */
async function openPage(browser: TestBrowser): Promise<Page> {
  return await (await browser.newContext()).newPage();
}

function tabOf(page: Tab["page"], app: App, base: string): Tab {
  const invoke = "([name, args]) => client[name](...args)";
  const named = (value: unknown) =>
    value === undefined
      ? undefined
      : JSON.parse(JSON.stringify(value).replaceAll(app.origin, "APP").replaceAll(app.idp.origin, "IDP"));
  return {
    page,
    app,
    base,
    call: async (name, ...args) => named(await page.evaluate(`(${invoke})(${JSON.stringify([name, args])})`)),
    async leave(name, ...args) {
      const load = page.waitForEvent("load");
      load.catch(() => {});
      const failure = page.evaluate(`(${invoke})(${JSON.stringify([name, args])})`).then(
        () => load,
        // A page that is left ends its scripts.
        (error) => /context|navigat/i.test(error.message) ? load : Promise.reject(error),
      );
      await Promise.race([load, failure]);
      return new URL(page.url());
    },
    async user() {
      const session = await page.evaluate(`fetch("${base}/session").then((response) => response.json())`);
      return (session as { user?: object } | null)?.user ?? null;
    },
  };
}
