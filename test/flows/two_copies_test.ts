/**
 * Two copies of the library in one process: what one makes, the other one knows.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
// @ts-types="npm:@types/react@19.3.0"
import { createElement } from "npm:react@19.3.1";
// @ts-types="npm:@types/react-dom@19/server"
import { renderToString } from "npm:react-dom@19.3.1/server";
import { Hono } from "npm:hono@4.13.19";
import Fastify, { type FastifyInstance } from "npm:fastify@5.12.8";
import { AuthError, CredentialsSignin } from "../../mod.ts";
import { AccessDenied, ReconnectRequired } from "../../src/entries/errors.ts";
import * as own from "../../mod.ts";
import { ClientError } from "../../src/client/_error.ts";
import * as react from "../../src/client/react.ts";
import * as errors from "../../src/entries/errors.ts";
import * as onExpress from "../../src/integrations/express/express.ts";
import * as onFastify from "../../src/integrations/fastify/fastify.ts";
import * as onHono from "../../src/integrations/hono/hono.ts";
import { markup } from "../../src/markup/html.ts";
import { AccessTokens } from "../../src/features/provider_tokens/access_tokens.ts";
import { config, signedIn } from "../integrations/_application.ts";
import { ask, freshConfig, serve, VERSIONS } from "../integrations/_express.ts";
import { openTokens } from "./_access_tokens.ts";
import { openDatabase } from "./_database.ts";
import { openPasskeys } from "./_passkeys.ts";
import { openFactors } from "./_second_factor.ts";
import { testForms } from "./_password_forms.ts";
import { loadCopy, runBy } from "./_two_copies.ts";

const copy = await loadCopy();

type Class = new (message?: string) => Error;

/** Whether a class is another one, or extends it. */
function isBelow(one: unknown, other: unknown): boolean {
  return one === other || Object.prototype.isPrototypeOf.call(other, one as object);
}

const classes = Object.entries(errors).filter(([, value]) =>
  typeof value === "function" && isBelow(value, AuthError)
) as [string, Class][];

test("instanceof says the same of an error of another copy of the library as of one's own", () => {
  assert.ok(classes.length > 45, String(classes.length));
  for (const [name, Own] of classes) {
    const Other = copy.errors[name as keyof typeof copy.errors] as unknown as Class;
    assert.notEqual(Other, Own);
    for (const [, Asked] of classes) {
      const expected = isBelow(Own, Asked);
      assert.equal(new Own() instanceof Asked, expected, `own ${name} instanceof ${Asked.name}`);
      assert.equal(new Other() instanceof Asked, expected, `other ${name} instanceof ${Asked.name}`);
    }
  }
});

test("an application's class of errors is a class of the library in each copy, and no other error is one of it", () => {
  class Blocked extends copy.library.CredentialsSignin {
    override code = "blocked";
  }
  class Locked extends copy.library.CredentialsSignin {
    static override readonly type = "Locked";
  }
  class Named extends copy.library.CredentialsSignin {
    static override readonly type = "CredentialsSignin";
  }
  class Denied extends copy.library.CredentialsSignin {
    static override readonly type = "AccessDenied";
  }
  class AlsoLocked extends CredentialsSignin {
    static override readonly type = "Locked";
  }
  for (const Class of [Blocked, Locked, Named, Denied]) {
    const thrown: unknown = new Class();
    assert.ok(thrown instanceof CredentialsSignin && thrown instanceof AuthError && thrown instanceof Class);
    assert.ok(!(thrown instanceof AccessDenied) && !(thrown instanceof AlsoLocked));
    assert.ok(!(new CredentialsSignin() instanceof Class) && !(new AccessDenied() instanceof Class));
    assert.ok(!(new copy.library.CredentialsSignin() instanceof Class));
  }
  class MoreBlocked extends Blocked {}
  assert.ok(new MoreBlocked() instanceof Blocked && new MoreBlocked() instanceof CredentialsSignin);
});

test("values that are no errors of the library are none in any copy", () => {
  const forged = JSON.parse('{"type":"AccessDenied","constructor":{"type":"AccessDenied","own":true}}');
  for (
    const value of [null, undefined, 1, "AccessDenied", {}, [], forged, new Error(), Object.create(null)]
  ) {
    assert.ok(!(value instanceof AccessDenied) && !(value instanceof AuthError));
  }
});

test("a warning about the config is written to the console once for all copies", async () => {
  const warned: string[] = [];
  const before = console.warn;
  console.warn = (text: string) => void warned.push(text);
  try {
    for (const { Auth } of [copy.library, own]) {
      const config = { providers: [], secret: "s".repeat(40), trustHost: true, twoCopies: true };
      await Auth(new Request("https://two-copies.test/auth/csrf"), config as never);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  } finally {
    console.warn = before;
  }
  assert.deepEqual(warned.filter((text) => text.includes("twoCopies")).length, 1, warned.join("\n"));
});

test("ClientError is known to another copy", async () => {
  const other = await copy.file<{ ClientError: typeof ClientError }>("src/client/_error.ts");
  class Mine extends ClientError {}
  assert.ok(new other.ClientError("Network", "no") instanceof ClientError);
  assert.ok(
    !(new other.ClientError("Network", "no") instanceof Mine) && !(new Error() instanceof ClientError),
  );
});

test("an error of one copy that authorize throws is one for the copy that runs it", async () => {
  class Blocked extends CredentialsSignin {
    override code = "blocked";
  }
  const world = openDatabase({
    password: {
      authorize() {
        throw new Blocked();
      },
    },
  });
  runBy(copy.library, world);
  const { searchParams } = new URL((await world.typePassword()).url);
  assert.deepEqual([searchParams.get("error"), searchParams.get("code")], ["CredentialsSignin", "blocked"]);
  assert.match(world.log(), /^error \[latchkey\] CredentialsSignin/);
});

test("an error of one copy that callbacks.signIn throws is one for the copy that runs it", async () => {
  const world = openDatabase({
    callbacks: {
      signIn() {
        throw new AccessDenied();
      },
    },
  });
  runBy(copy.library, world);
  assert.match((await world.signIn()).url, /error=AccessDenied/);
});

test("ReconnectRequired of the copy that renews a token is one for the copy of the application", async () => {
  const world = await openTokens();
  const config = { ...world.config, features: [AccessTokens()] };
  const asked = copy.library.outside(config).accessTokens.get({ userId: "nobody", provider: "idp" });
  const error = await asked.catch((error) => error);
  assert.ok(error instanceof ReconnectRequired, error);
  assert.equal(error.code, "NotConnected");
});

testForms("a session is read once in a request whose page is of a feature of another copy", async () => {
  let newest = 0;
  const world = openFactors({
    session: { strategy: "jwt" },
    callbacks: {
      // A refresh token that works once.
      jwt: ({ token, trigger }) =>
        trigger || token.refresh === newest ? { ...token, refresh: ++newest } : { ...token, isSpent: true },
      session: ({ session, token }) => ({ ...session, isSpent: token?.isSpent ?? false }),
    },
  });
  runBy(copy.library, world);
  await world.register();
  for (const path of ["password", "second-factor-setup?callbackUrl=/home"]) {
    await world.browser.open(`https://app.test/auth/${path}`);
    assert.equal((await world.session<{ readonly isSpent: boolean }>())?.isSpent, false, path);
  }
});

testForms(
  "passwords and a second factor of one copy work in the copy that runs the application",
  async () => {
    const world = openFactors();
    runBy(copy.library, world);
    const kit = await world.registerWithFactor();
    const asked = await world.enter();
    const page = await world.answer(asked, { code: world.nextCode(kit) });
    assert.match(page.text, /Hello/, world.log());
    const account = await world.browser.open("https://app.test/auth/account");
    assert.match(account.text, /authenticator/i, world.log());
    assert.doesNotMatch(account.html, /&#60;|\[object/);
  },
);

test("a passkey of one copy works in the copy that runs the application", async () => {
  const world = openPasskeys();
  runBy(copy.library, world);
  await world.register({ email: "ada@example.com" });
  await world.signOut();
  await world.authenticate();
  assert.ok(await world.session(), world.log());
});

test("text is escaped, and HTML of another copy is not", async () => {
  const other = await copy.file<{ markup: typeof markup }>("src/markup/html.ts");
  assert.equal(
    markup`<p>${other.markup`<b>${"<i>"}</b>`}${["<", other.markup`<br>`]}</p>`.toString(),
    "<p><b>&#60;i&#62;</b>&#60;<br></p>",
  );
});

test("useSession() finds SessionProvider of another copy", async () => {
  const other = await copy.file<typeof react>("src/client/react.ts");
  const session = { user: { id: "1", name: "Ada" }, expires: "" };
  for (const [{ SessionProvider }, { useSession }] of [[react, other], [other, react]] as const) {
    const Child = () => useSession().data?.user?.name;
    const page = createElement(SessionProvider, { session }, createElement(Child));
    assert.equal(renderToString(page), "Ada");
  }
});

/** Who is let in by a guard of one copy, below the middleware of the other: a user, and a stranger. */
const GUARDED = [200, 401];

test("requireSession() of Hono knows what HonoAuth of another copy has set", async () => {
  const other = await copy.file<typeof onHono>("src/integrations/hono/hono.ts");
  for (const [{ HonoAuth }, { requireSession }] of [[onHono, other], [other, onHono]] as const) {
    const app = new Hono<{ Variables: onHono.SessionVariables }>();
    app.use(HonoAuth(config)).use(requireSession()).get("/", (c) => c.json(c.var.session));
    const ask = async (headers: HeadersInit) => (await app.request("http://localhost/", { headers })).status;
    assert.deepEqual([await ask({ cookie: await signedIn() }), await ask({})], GUARDED);
  }
});

test("requireSession() of Fastify knows the plugin of another copy, which may stand below that of this one", async () => {
  const other = await copy.file<typeof onFastify>("src/integrations/fastify/fastify.ts");
  for (const [{ FastifyAuth }, below] of [[onFastify, other], [other, onFastify]] as const) {
    const app = Fastify();
    await app.register(FastifyAuth, { config });
    await app.register(async (app: FastifyInstance) => {
      await app.register(FastifyAuth, { config, prefix: "/auth" });
      await assert.rejects(async () => await below.FastifyAuth(app, { config }), /twice/);
    }, { prefix: "/twice" });
    app.get("/", { preHandler: below.requireSession() }, () => "in");
    await app.register(async (app: FastifyInstance) => {
      await app.register(below.FastifyAuth, { config, prefix: "/auth" });
      app.get("/", { preHandler: below.requireSession() }, () => "in");
    }, { prefix: "/below" });
    for (const url of ["/", "/below"]) {
      const ask = async (headers: Record<string, string>) => (await app.inject({ url, headers })).statusCode;
      assert.deepEqual([await ask({ cookie: await signedIn() }), await ask({})], GUARDED, url);
    }
    await app.close();
  }
});

test("requireSession() of Express knows `res.locals.auth` and the paths of MiddlewareAuth of another copy", async () => {
  const other = await copy.file<typeof onExpress>("src/integrations/express/express.ts");
  for (
    const [{ MiddlewareAuth, requireSession }, first] of [[onExpress, other], [other, onExpress]] as const
  ) {
    const config = freshConfig();
    const app = VERSIONS[0]!.express();
    const middleware = MiddlewareAuth(config);
    app.use(first.requireSession(config), middleware, requireSession(config));
    app.get("/", (_req, res) => void res.send("in"));
    await using server = await serve(app);
    const statusOf = async (path: string, headers: HeadersInit) =>
      (await ask(server.url + path, { headers })).status;
    assert.deepEqual([await statusOf("/", { cookie: await signedIn() }), await statusOf("/", {})], GUARDED);
    assert.equal(await statusOf("/auth/csrf", {}), 200);
  }
});
