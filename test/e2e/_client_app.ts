/**
 * An application whose pages load the browser client from its sources, at `http://localhost`.
 *
 * @module
 */

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Plugin } from "npm:esbuild@0.28.2";
import { Auth, type AuthConfig, resolveSession } from "../../mod.ts";
import { TrustedOrigins } from "../../src/entries/trusted_origins.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { CredentialsSignin } from "../../src/errors/errors.ts";
import { Credentials } from "../../src/providers/credentials.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import { type FakeProvider, fakeProvider } from "../../src/testing/mod.ts";
import { afterTests } from "../_after.ts";
import { esbuild } from "../../tools/_esbuild.ts";
import { oidc } from "../flows/_world.ts";

/** An application that runs. */
export interface ClientApp {
  /** Its address. */
  readonly origin: string;
  /** The identity provider. */
  readonly idp: FakeProvider;
  /** Links of mails, newest last. */
  readonly mails: string[];
  /** Answers requests instead of the application while it is set. */
  interrupt: ((request: Request) => Response | null) | null;
  /** Paths below `/auth/` that were requested, with their method. */
  readonly requested: string[];
}

/** An application, and front ends on other ports, whose pages ask it. */
export interface ClientAppWithFronts extends ClientApp {
  /** A front end that its config trusts. */
  readonly front: Pick<ClientApp, "origin">;
  /** One that it does not trust. */
  readonly stranger: Pick<ClientApp, "origin">;
}

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const REACT = "19.3.1";
const WORK = `${ROOT}.work/client-react-${REACT}`;

/** The script of the pages: all functions, and what shows the session with React. */
const SCRIPT = `
import * as module from "${ROOT}src/client/client.ts";
import * as react from "${ROOT}src/client/react.ts";
import { createElement, StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";

const url = document.querySelector("meta[name=api]")?.content;
const client = module.createClient({ url });
const statuses = [];
Object.assign(globalThis, { module, client, statuses, seen: [] });

function Greeting({ options }) {
  const { data, status, update } = react.useSession(options);
  Object.assign(globalThis, { update, hooks: react.useClient() });
  globalThis.seen.push([status, data?.user?.name ?? null]);
  return createElement("p", { id: "greeting" }, status === "authenticated" ? "Hello " + data.user.name : status);
}

const toTree = (props, options) =>
  createElement(react.SessionProvider, { ...url && { client }, ...props }, createElement(Greeting, { options }));

globalThis.mount = (props = {}, options = {}) => {
  const tree = toTree(props, options);
  const element = document.getElementById("root");
  if (props.session === undefined) createRoot(element).render(createElement(StrictMode, null, tree));
  else {
    const root = hydrateRoot(element, tree, { onRecoverableError: (error) => console.error(String(error)) });
    // What the server renders anew after a server action.
    globalThis.render = (next) => root.render(toTree(next, options));
  }
};

globalThis.watch = () => {
  const note = () => statuses.push(client.getSnapshot().status);
  if (client.getSnapshot().status !== "loading") note();
  client.subscribe(note);
};
`;

class Locked extends CredentialsSignin {
  override code = "locked";
}

/** The scripts by their path, for all applications of the test files in this isolate. */
let bundled: Promise<ReadonlyMap<string, Uint8Array<ArrayBuffer>>> | undefined;

/** Starts the application with front ends on other ports, and ends all after the tests of the file. */
export async function startWithFronts(): Promise<ClientAppWithFronts> {
  const files = await (bundled ??= bundle());
  const [front, stranger] = [startFront(files), startFront(files)];
  const app = await startClientApp({ features: [TrustedOrigins({ origins: [front.origin] })] });
  for (const each of [front, stranger]) each.api = `${app.origin}/auth`;
  return { ...app, front, stranger };
}

function startFront(files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>) {
  const front = { origin: "", api: "" };
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, ({ url }) => {
    const file = files.get(new URL(url).pathname);
    if (file) return new Response(file, { headers: { "content-type": "text/javascript" } });
    const html = `<!doctype html><title>Front end</title><link rel="icon" href="data:,">
<meta name="api" content="${front.api}"><div id="root"></div><script type="module" src="/bundle/page.js"></script>`;
    return new Response(html, { headers: { "content-type": "text/html" } });
  });
  afterTests(() => server.shutdown());
  front.origin = `http://localhost:${server.addr.port}`;
  return front;
}

/** Starts the application, and ends it after the tests of the file. */
export async function startClientApp(extra: Pick<AuthConfig, "features"> = {}): Promise<ClientApp> {
  const files = await (bundled ??= bundle());
  const idp = await startProvider();
  const mails: string[] = [];
  const requested: string[] = [];
  const config: AuthConfig = {
    providers: [
      oidc(idp),
      Credentials({ credentials: { username: {}, password: {} }, authorize }),
      {
        id: "mail",
        name: "Mail",
        type: "email",
        from: "no-reply@example.com",
        sendVerificationRequest: ({ url }) => void mails.push(url),
      },
      Passkey(),
    ],
    adapter: Memory(),
    session: { strategy: "jwt" },
    secret: "a-secret-of-forty-characters-for-tests-0",
    trustHost: true,
    callbacks: {
      jwt({ token, trigger, session }) {
        if (trigger === "update" && session?.name) token.name = session.name;
        return token;
      },
    },
    logger: { warn() {}, error() {} },
    ...extra,
  };

  async function handle(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const file = files.get(pathname);
    if (file) return new Response(file, { headers: { "content-type": "text/javascript" } });
    if (!pathname.startsWith("/auth/")) return await page(request, config);
    requested.push(`${request.method} ${pathname}`);
    return app.interrupt?.(request) ?? await Auth(request, config);
  }

  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, handle);
  afterTests(() => server.shutdown());
  const app: ClientApp = {
    origin: `http://localhost:${server.addr.port}`,
    idp,
    mails,
    interrupt: null,
    requested,
  };
  return app;
}

function authorize({ username, password }: Record<string, unknown>): { id: string; name: string } | null {
  if (username === "locked") throw new Locked();
  return password === "right" ? { id: String(username), name: String(username) } : null;
}

/** A page. `/server` is rendered with the session; `/client` and `/react` are those of the documentation. */
async function page(request: Request, config: AuthConfig): Promise<Response> {
  const { session } = await resolveSession(request, config);
  const { pathname } = new URL(request.url);
  const content = pathname === "/server" && session ? `<p id="greeting">Hello ${session.user?.name}</p>` : "";
  const html = `<!doctype html><title>Page</title><link rel="icon" href="data:,"><h1>${pathname}</h1>
<form><input name="email" autocomplete="username webauthn"></form>
<div id="root">${content}</div>
<script>globalThis.session = ${JSON.stringify(session)}</script>
<script type="module" src="/bundle/${/^\/(client|react)$/.exec(pathname)?.[1] ?? "page"}.js"></script>`;
  return new Response(html, { headers: { "content-type": "text/html" } });
}

async function startProvider(): Promise<FakeProvider> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: ({ port }) => resolve(port) },
    (request) => idp.fetch(request),
  );
  const idp = fakeProvider({ issuer: `http://localhost:${await promise}`, signingAlgorithm: "ES256" });
  afterTests(() => server.shutdown());
  return idp;
}

/** Bundles the script as an application would: what the client loads later is a file of its own. */
async function bundle(): Promise<ReadonlyMap<string, Uint8Array<ArrayBuffer>>> {
  await installReact();
  const { outputFiles } = await esbuild({
    entryPoints: {
      page: "script:page",
      client: `${ROOT}npm/frameworks/client/page.ts`,
      react: `${ROOT}npm/frameworks/react/page.tsx`,
    },
    absWorkingDir: WORK,
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    outdir: "/bundle",
    jsx: "automatic",
    write: false,
    define: { "process.env.NODE_ENV": '"development"' },
    plugins: [fromNpm()],
    logLevel: "error",
  });
  return new Map(outputFiles.map(({ path, contents }) => [path, new Uint8Array(contents)]));
}

/** Finds React where npm has installed it, and the client in its sources. */
function fromNpm(): Plugin {
  return {
    name: "from-npm",
    setup({ onResolve, onLoad, resolve }) {
      onResolve({ filter: /^script:/ }, ({ path }) => ({ path, namespace: "script" }));
      onLoad({ filter: /./, namespace: "script" }, () => ({ contents: SCRIPT, resolveDir: WORK }));
      onResolve({ filter: /^(npm:)?react\b/ }, ({ path, kind, resolveDir }) => {
        if (resolveDir.startsWith(WORK)) return null;
        return resolve(path.replace(/^npm:|@.*$/g, ""), { resolveDir: WORK, kind });
      });
      onResolve({ filter: /^@latchkey\/auth\// }, ({ path }) => ({
        path: `${ROOT}src/client/${path.split("/").pop()}.ts`,
      }));
    },
  };
}

/** Another file may do the same at the same time: the first one stays. */
async function installReact(): Promise<void> {
  if (existsSync(WORK)) return;
  const cwd = `${WORK}-${crypto.randomUUID()}`;
  await mkdir(cwd, { recursive: true });
  const dependencies = { react: REACT, "react-dom": REACT };
  await writeFile(`${cwd}/package.json`, JSON.stringify({ private: true, dependencies }));
  execFileSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd, stdio: "ignore" });
  await rename(cwd, WORK).catch(() => rm(cwd, { recursive: true }));
}
