import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth, resolveSession } from "../../mod.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import type { Provider } from "../../src/model/provider.ts";
import { encode, getToken } from "../../src/model/jwt.ts";
import { chosenRounds } from "../_nightly.ts";
import { seeded } from "../_seeded.ts";
import { type DatabaseWorld, openDatabase } from "./_database.ts";
import { type OddRequest, oddRequests } from "./_odd_requests.ts";
import { unhandledDuring } from "./_unhandled.ts";
import { APP, oauth2, oidc, open, SECRET, type World } from "./_world.ts";

/** Requests in each part of a test. */
const COUNT = chosenRounds({ here: 100, nightly: 1000 });

const PARTS = [1, 2, 3, 4];

/** How long an answer may take on a busy machine, in milliseconds. */
const LIMIT = 20_000;

/** A second provider of each kind that behaves otherwise. */
function more(idp: World["idp"]): readonly Provider[] {
  const { issuer } = idp;
  return [
    oidc(idp, { id: "form", authorization: { params: { response_mode: "form_post" } } } as Partial<Provider>),
    oauth2(idp, { id: "proxied", redirectProxyUrl: `${APP}/auth`, issuer }),
    { id: "down", name: "Down", type: "oidc", issuer: "https://down.test", clientId: "a", clientSecret: "b" },
  ];
}

const PROXY = { redirectProxySecret: "a secret of the proxy and of all that is behind it" };

/** Whose `callbacks.redirect` leads anywhere. */
const OWN = "pages, cookies and callbacks of its own";

const APPLICATIONS: Readonly<Record<string, () => World>> = {
  "sessions in tokens": () =>
    open({ ...PROXY, providers: (idp) => [oidc(idp), oauth2(idp, { id: "plain" }), ...more(idp)] }),
  "stored sessions and every kind of provider": () =>
    openDatabase({
      ...PROXY,
      more: (idp) => [...more(idp), Passkey({ id: "passkey" })],
    }),
  "tokens and a database": () =>
    openDatabase({
      ...PROXY,
      adapter: Memory(),
      session: { strategy: "jwt", updateAge: 0 },
      more,
      debug: true,
    }),
  [OWN]: () =>
    open({
      ...PROXY,
      providers: (idp) => [oidc(idp), ...more(idp)],
      pages: { signIn: "/in", signOut: "/out", error: "/oops", verifyRequest: "/sent", newUser: "/new" },
      cookies: {
        sessionToken: { name: "sid", options: { domain: "app.test" } },
        flow: { options: { path: "/auth" } },
      },
      callbacks: {
        redirect: ({ url }) => url,
        jwt: ({ token, session }) => ({ ...token, ...session as object }),
        session: ({ session, token }) => ({ ...session, token }),
      },
    }),
};

for (const [i, [name, make]] of Object.entries(APPLICATIONS).entries()) {
  for (const part of PARTS) {
    test(
      `Auth() and resolveSession() answer odd requests: ${name}, part ${part} (DS-11, DS-13)`,
      seeded(async (random) => {
        const world = make();
        const { config, platform } = world;
        const known = await visit(world);
        const requests = oddRequests(random, known);
        let deep = 0;
        const unhandled = await unhandledDuring(async () => {
          let sent = 0;
          while (sent < COUNT) {
            const odd = requests.next().value;
            const request = toRequest(odd);
            if (!request) continue;
            sent++;
            const what = JSON.stringify(odd).slice(0, 1000);
            const before = platform.lines.length;
            const copy = new Request(request.url, { headers: request.headers });
            const response = await soon(() => Auth(request, config), what);
            await response.text();
            const lines = platform.lines.slice(before);
            const log = lines.map(({ text }) => text).join("\n");
            assert.ok(response.status >= 200 && response.status < 500, `${response.status} ${what}\n${log}`);
            assert.ok(lines.filter(({ level }) => level !== "debug").length <= 2, `${what}\n${log}`);
            assert.ok(!log.includes("something unforeseen failed"), `${what}\n${log}`);
            assertSafe(response, copy, known, what);
            if (name !== OWN) assertStays(response, copy, what);
            await soon(() => resolveSession(copy, config), what);
            await soon(() => getToken({ req: copy, secret: SECRET }), what);
            if (response.status < 400) deep++;
          }
        });
        assert.ok(deep > COUNT / 4, `only ${deep} were answered with more than a refusal`);
        assert.deepEqual(unhandled, []);
      }, { part: i * PARTS.length + part }),
    );
  }
}

/** Nobody is signed in who was not, and no other site reads the answer. */
function assertSafe({ headers }: Response, request: Request, { session }: Visit, what: string): void {
  const wasSignedIn = request.headers.get("cookie")?.includes(session);
  for (const cookie of headers.getSetCookie()) {
    assert.ok(cookie.length <= 4096, what);
    assert.ok(wasSignedIn || !/^[^=]*(?:session-token|sid)[^=]*=[^;]/.test(cookie), `${cookie} ${what}`);
  }
  assert.deepEqual([...headers.keys()].filter((name) => name.startsWith("access-control-")), [], what);
}

/** A redirect stays on the site, or leads to its provider. */
function assertStays({ headers }: Response, { url }: Request, what: string): void {
  const location = headers.get("location");
  if (location === null) return;
  const { origin } = new URL(location);
  assert.ok([new URL(url).origin, "https://idp.test"].includes(origin), `${location} ${what}`);
}

type Visit = Awaited<ReturnType<typeof visit>>;

/** A browser that has been to the application: with somebody's session, and sign-ins under way. */
async function visit(world: World) {
  const { browser, config, post } = world;
  const start = await post("signin/idp");
  const state = new URL(start.headers.get("location")!).searchParams.get("state")!;
  const mails = "mails" in world ? (world as DatabaseWorld).mails : [];
  if ("mails" in world) await post("signin/email", { email: "ada@example.com" });
  const { csrfToken } = await (await browser.fetch(`${APP}/auth/csrf`)).json();
  const name = config.cookies?.sessionToken?.name ?? "__Host-latchkey.session-token";
  const session = await encode({ token: { sub: "1", name: "Ada" }, secret: SECRET, salt: name, maxAge: 1e9 });
  const held = browser.cookies(APP).map(({ name, value }) => `${name}=${value}`);
  return {
    csrfToken,
    session,
    cookie: [...held, `${name}=${session}`].join("; "),
    values: [state, session, csrfToken, ...mails.flatMap(({ token, code }) => [token, code])],
    providers: ["idp", "plain", "form", "proxied", "down", "email", "password", "passkey", "nobody"],
  };
}

/** The request as a server would hand it over; `null` for one that a server refuses itself. */
function toRequest({ method, target, headers, body }: OddRequest): Request | null {
  try {
    const init = method.toUpperCase() === "POST"
      ? { body: Uint8Array.from(body, (byte) => byte.charCodeAt(0)) }
      : {};
    const url = target.startsWith("/") ? APP + target : target;
    const request = new Request(url, { method, ...init });
    const joined = new Map<string, string>();
    for (const [name, value] of headers) {
      const before = joined.get(name);
      joined.set(name, before === undefined ? value : `${before}${name === "cookie" ? "; " : ", "}${value}`);
    }
    for (const [name, value] of joined) request.headers.set(name, value);
    return request;
  } catch {
    return null;
  }
}

/** Waits for an answer, but not for ever. */
async function soon<T>(work: () => Promise<T>, what: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer: ${what}`)), LIMIT);
  });
  try {
    return await Promise.race([work(), late]);
  } catch (error) {
    throw new Error(`rejected: ${what}`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
