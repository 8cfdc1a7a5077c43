import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth, type AuthConfig, resolveSession } from "../../mod.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { APP, cookiesOf, grant, open, start, type World } from "./_world.ts";

const NAME = "__Host-latchkey.session-token";

/** Ways to keep sessions, each due for renewal at every read. */
const STRATEGIES: Readonly<Record<string, () => Pick<AuthConfig, "adapter">>> = {
  tokens: () => ({}),
  "stored sessions": () => ({ adapter: Memory() }),
};

/** Middlewares that read the session of every request, and add its headers to every answer. */
const MIDDLEWARES: Readonly<
  Record<string, (request: Request, config: AuthConfig) => Promise<Response>>
> = {
  "reads before": async (request, config) => {
    const { session, headers } = await resolveSession(request, config);
    const response = await answer(request, config, session?.user?.name);
    headers.forEach((value, name) => response.headers.append(name, value));
    return response;
  },
  "reads after": async (request, config) => {
    const copy = request.clone();
    const response = await answer(request, config, undefined);
    const { headers } = await resolveSession(copy, config);
    headers.forEach((value, name) => response.headers.append(name, value));
    return response;
  },
  "reads meanwhile": async (request, config) => {
    const [{ headers }, response] = await Promise.all([
      resolveSession(request.clone(), config),
      answer(request, config, undefined),
    ]);
    headers.forEach((value, name) => response.headers.append(name, value));
    return response;
  },
};

/** A world whose application is wrapped in a middleware. */
function openWrapped(config: Pick<AuthConfig, "adapter">, wrap: (typeof MIDDLEWARES)[string]): World {
  const roles = {
    jwt: ({ token, trigger, session }) =>
      trigger === "update" ? { ...token, role: (session as { role: string }).role } : token,
    session: (params) => ({
      ...params.session,
      role: (params as { token?: { role?: unknown } }).token?.role,
    }),
  } satisfies AuthConfig["callbacks"];
  const world = open({ session: { updateAge: 0 }, callbacks: roles, ...config });
  world.platform.sites[APP] = (request) => wrap(request, world.config);
  return world;
}

function answer(request: Request, config: AuthConfig, name: string | null | undefined): Promise<Response> {
  if (new URL(request.url).pathname.startsWith("/auth/")) return Auth(request, config);
  return Promise.resolve(new Response(`Hello ${name}`));
}

for (const [kind, strategy] of Object.entries(STRATEGIES)) {
  for (const [how, wrap] of Object.entries(MIDDLEWARES)) {
    test(`resolveSession() undoes no sign-out in a middleware that ${how}, with ${kind} (SE-23)`, async () => {
      const world = openWrapped(strategy(), wrap);
      await world.signIn();
      assert.equal((await world.session())?.user.name, "Ada Lovelace", world.log());
      const response = await world.post("signout");
      assert.deepEqual(namesOf(response), [NAME]);
      assert.deepEqual(world.browser.cookies(APP).filter(({ name }) => name.startsWith(NAME)), []);
      assert.equal(await world.session(), null);
    });

    test(`resolveSession() undoes no sign-in in a middleware that ${how}, with ${kind}`, async () => {
      const world = openWrapped(strategy(), wrap);
      for (const stale of ["stale", "", "a.b.c.d.e", "x".repeat(300)]) {
        const callback = await grant(world.idp, await start(world));
        world.browser.setCookie(APP, `${NAME}=${stale}; Path=/; Secure`);
        await world.browser.open(callback.href);
        assert.equal((await world.session())?.user.name, "Ada Lovelace", `${stale}\n${world.log()}`);
        await world.post("signout");
      }
    });

    test(`resolveSession() undoes no update in a middleware that ${how}, with ${kind}`, async () => {
      const world = openWrapped(strategy(), wrap);
      await world.signIn();
      const updated = await world.post("session", { data: { role: "admin" } }, { json: true });
      assert.equal(updated.headers.getSetCookie().filter((cookie) => cookie.startsWith(NAME)).length, 1);
      const role = (await world.session<{ role?: string }>())?.role;
      assert.equal(role, kind === "tokens" ? "admin" : undefined);
    });
  }

  test(`resolveSession() renews the session everywhere else, with ${kind}`, async () => {
    const world = openWrapped(strategy(), MIDDLEWARES["reads before"]!);
    await world.signIn();
    for (const path of ["/", "/authx", "/app/auth/signout"]) {
      const response = await world.browser.fetch(APP + path);
      assert.deepEqual(Object.keys(cookiesOf(response)), [NAME], path);
    }
  });
}

/** Names of the cookies that an answer sets, in their order, all of them. */
function namesOf(response: Response): string[] {
  return response.headers.getSetCookie().map((header) => header.split("=", 1)[0]!);
}
