import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth, type AuthConfig, resolveSession } from "../../mod.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { fromAuthJs } from "../../src/migrate/mod.ts";
import { encode, getToken } from "../../src/model/jwt.ts";
import { openDatabase } from "./_database.ts";
import { APP, app, cookieHeader, grant, openPlain, request, SECRET } from "./_world.ts";

const NAME = "__Host-latchkey.session-token";
const FOREIGN = "another-secret-of-forty-characters-tests";

const config: AuthConfig = {
  providers: [],
  secret: SECRET,
  url: "https://app.test",
  logger: { error() {} },
};

const tokenOf = (name: string, options: { secret?: string; size?: number } = {}) =>
  encode({
    token: { sub: name, name, text: "x".repeat(options.size ?? 0) },
    secret: options.secret ?? SECRET,
    salt: NAME,
  });

/** Who is signed in with a `Cookie` header, by each door, and whether a cookie is removed. */
async function seen(cookie: string) {
  const own = () => request("/auth/session", { headers: { cookie } });
  const { session } = await resolveSession(own(), config);
  const token = await getToken({ req: own(), secret: SECRET });
  const inNode = await getToken({ req: { headers: { cookie } }, secret: SECRET, secureCookie: true });
  const response = await Auth(own(), config);
  const answer = await response.json();
  return {
    names: [session?.user?.name, token?.name, inNode?.name, answer?.user.name],
    isRemoved: response.headers.getSetCookie().some((each) => each.includes("Max-Age=0")),
  };
}

const ALL = (name: string | undefined) => ({
  names: [name, name, name, name],
  isRemoved: name === undefined,
});

/** The chunks of a token as a browser stores them. */
function chunksOf(token: string, size: number): readonly string[] {
  return Array.from(
    { length: Math.ceil(token.length / size) },
    (_, i) => token.slice(i * size, (i + 1) * size),
  );
}

test("a session is found in whichever cookie of its name it is, and no cookie is removed (SE-40)", async () => {
  const good = `${NAME}=${await tokenOf("Ada")}`;
  const bad = `${NAME}=${await tokenOf("Mallory", { secret: FOREIGN })}`;
  const others = [`${NAME}=x`, `${NAME}=`, `${NAME}=${"a".repeat(100)}`];
  for (const cookies of [[bad, good], [good, bad], [...others, good], [bad, bad, bad, bad, good]]) {
    assert.deepEqual(await seen(cookies.join("; ")), ALL("Ada"), cookies.length.toString());
  }
});

test("a cookie is removed if none of its name is valid, and four values of a name are read (SE-40)", async () => {
  const bad = `${NAME}=${await tokenOf("Mallory", { secret: FOREIGN })}`;
  assert.deepEqual(await seen(`${bad}; ${NAME}=x`), ALL(undefined));
  const good = `${NAME}=${await tokenOf("Ada")}`;
  assert.deepEqual(await seen([1, 2, 3].map((i) => `${NAME}=${i}`).join("; ") + `; ${good}`), ALL("Ada"));
  assert.deepEqual(
    await seen([1, 2, 3, 4].map((i) => `${NAME}=${i}`).join("; ") + `; ${good}`),
    ALL(undefined),
  );
});

test("chunks of two cookies of one name are never mixed, in any order (SE-40)", async () => {
  const ada = chunksOf(await tokenOf("Ada", { size: 6000 }), 3500);
  const longer = chunksOf(await tokenOf("Mallory", { secret: FOREIGN, size: 8000 }), 3500);
  const shorter = chunksOf(await tokenOf("Mallory", { secret: FOREIGN, size: 3000 }), 3600);
  const foreignWhole = [`${NAME}=${await tokenOf("Mallory", { secret: FOREIGN })}`];
  const named = (chunks: readonly string[]) => chunks.map((chunk, i) => `${NAME}.${i}=${chunk}`);
  const good = named(ada);
  assert.equal(good.length, 3);
  assert.equal(longer.length, 4);
  for (const bad of [named(longer), named(shorter), foreignWhole]) {
    const orders = [
      [...good, ...bad],
      [...bad, ...good],
      [...good, ...bad].toSorted(),
      [...bad.toReversed(), ...good],
      [good[0]!, ...bad, ...good.slice(1)],
    ];
    for (const order of orders) {
      assert.deepEqual(
        await seen(order.join("; ")),
        ALL("Ada"),
        order.map((each) => each.slice(0, 40)).join(),
      );
    }
  }
});

test("of two valid sessions of one name the newest counts in both orders, and a sign-out removes both (SE-40)", async () => {
  const older = await tokenOf("Ada");
  await new Promise((resolve) => setTimeout(resolve, 1100));
  const newer = await tokenOf("Bob");
  for (const [one, two] of [[older, newer], [newer, older]]) {
    const cookie = `${NAME}=${one}; ${NAME}=${two}`;
    assert.deepEqual(await seen(cookie), ALL("Bob"));
    const removed = (await signOut(cookie)).filter((each) => each.startsWith(`${NAME}=;`));
    assert.ok(removed.some((each) => each.includes("Domain=app.test; Path=/;")), removed.join());
    assert.ok(removed.some((each) => each.includes("Max-Age=0; Path=/auth;")));
  }
  // A cookie of another application at the parent domain stays.
  const foreign = await tokenOf("Ada", { secret: FOREIGN });
  const removed = await signOut(`${NAME}=${foreign}; ${NAME}=${newer}`);
  assert.deepEqual(removed.filter((each) => /Domain=/.test(each)), []);
});

test("a sign-out removes both of two sessions in chunks, and of two beside a foreign cookie (SE-40)", async () => {
  const large = async () =>
    chunksOf(await tokenOf("Ada", { size: 4000 }), 3500).map((chunk, i) => `${NAME}.${i}=${chunk}`);
  const small = async (secret?: string) => [`${NAME}=${await tokenOf("Ada", secret ? { secret } : {})}`];
  for (
    const cookies of [
      [...await large(), ...await large()],
      [...await small(), ...await small(FOREIGN), ...await small()],
    ]
  ) {
    const removed = await signOut(cookies.join("; "));
    for (const name of cookies.map((each) => each.split("=")[0])) {
      assert.ok(
        removed.some((each) => each.startsWith(`${name}=;`) && each.includes("Domain=app.test; Path=/;")),
      );
    }
  }
});

/** The `Set-Cookie` headers of a sign-out with a `Cookie` header. */
async function signOut(cookie: string, own: AuthConfig = config): Promise<readonly string[]> {
  const first = await Auth(request("/auth/csrf"), own);
  const { csrfToken } = await first.json();
  const [csrf] = first.headers.getSetCookie()[0]!.split(";");
  const response = await Auth(
    request("/auth/signout", {
      method: "POST",
      headers: { cookie: `${cookie}; ${csrf}`, origin: APP },
      body: new URLSearchParams({ csrfToken }),
    }),
    own,
  );
  return response.headers.getSetCookie();
}

test("each sealed cookie is found behind three planted ones: of CSRF and of a sign-in at a provider (SE-40)", async () => {
  const { browser, config: world, idp } = openPlain();
  const page = await browser.open(`${APP}/auth/signin`);
  const plain = cookieHeader(browser);
  const csrfToken = /name="csrfToken" value="([^"]+)"/.exec(page.html)![1]!;
  const post = async (cookie: string) =>
    await Auth(
      request("/auth/signin/idp", {
        method: "POST",
        headers: { cookie, origin: APP },
        body: new URLSearchParams({ csrfToken, callbackUrl: "/home" }),
      }),
      world,
    );
  const begun = await post(`${doubled(plain)}; ${plain}`);
  const authorization = new URL(begun.headers.get("location")!);
  assert.equal(authorization.origin, idp.origin);
  const flow = begun.headers.getSetCookie().map((each) => each.split(";")[0]).join("; ");
  const answer = (await grant(idp, authorization)).href;
  const ended = await Auth(
    request(answer.slice(APP.length), { headers: { cookie: `${doubled(flow)}; ${plain}; ${flow}` } }),
    world,
  );
  assert.ok(
    ended.headers.getSetCookie().some((each) => each.startsWith(`${NAME}=ey`)),
    ended.headers.get("location")!,
  );
});

test("the sign-in page marks the way that was last used here, beside cookies that name no way (SE-40)", async () => {
  const name = "__Host-latchkey.last-used";
  const marked = async (...values: readonly string[]) => {
    const cookie = values.map((value) => `${name}=${value}`).join("; ");
    const page = await Auth(request("/auth/signin", { headers: { cookie } }), openPlain().config);
    return (await page.text()).includes("Last used");
  };
  for (const values of [["idp"], ["other", "idp"], ["idp", "other"]]) {
    assert.equal(await marked(...values), true, values.join());
  }
  assert.equal(await marked("other"), false);
});

/** Three other values for each cookie, as a sibling host may set them. */
function doubled(cookies: string): string {
  return cookies.split("; ").flatMap((each) => [1, 2, 3].map((i) => `${each.split("=")[0]}=planted.${i}`))
    .join("; ");
}

test("a stored session is found beside a cookie of no session, and the log says nothing above debug (SE-40)", async () => {
  const world = await openDatabase();
  await world.signIn();
  const good = world.browser.cookies(APP).find(({ name }) => name === NAME)!.value;
  for (const values of [["nothing", good], [good, "nothing"]]) {
    const cookie = values.map((value) => `${NAME}=${value}`).join("; ");
    const response = await Auth(request("/auth/session", { headers: { cookie } }), world.config);
    assert.ok((await response.json())?.user);
    assert.deepEqual(response.headers.getSetCookie().filter((each) => each.includes("Max-Age=0")), []);
  }
});

test("a sign-out ends each stored session that the browser has a cookie of (SE-40)", async () => {
  const world = openDatabase();
  const cookies: string[] = [];
  for (const browser of [world.browser, world.visitor()]) {
    await world.ask("ada@example.com", browser);
    await world.follow(browser);
    cookies.push(`${NAME}=${browser.cookies(APP).find(({ name }) => name === NAME)!.value}`);
  }
  assert.equal((await world.db.sessions()).length, 2);
  await signOut(cookies.join("; "), world.config);
  assert.deepEqual(await world.db.sessions(), []);
});

const OLDER = "__Secure-authjs.session-token";

/** A migration whose tokens are the names of users; "early" and "late" are two sessions of different ages. */
const migrating = (overrides: Partial<AuthConfig> = {}): AuthConfig => ({
  ...config,
  ...overrides,
  migration: fromAuthJs({
    secret: FOREIGN,
    until: "2099-01-01",
    jwt: {
      decode: ({ token }) => {
        const iat = { early: 1000, late: 2000 }[String(token)];
        return iat ? { sub: token, name: token, iat, exp: 4e9 } : null;
      },
    },
  }),
});

test("a session of Auth.js is found in whichever cookie of its name it is, the newest of several (SE-40)", async () => {
  const world = migrating();
  const who = async (...values: readonly string[]) => {
    const cookie = values.map((value) => `${OLDER}=${value}`).join("; ");
    const own = () => request("/auth/session", { headers: { cookie } });
    const { session } = await resolveSession(own(), world);
    const token = await getToken({ req: own(), secret: SECRET, migration: world.migration! });
    const response = await Auth(own(), world);
    assert.equal(token?.name, session?.user?.name);
    return [session?.user?.name, (await response.json())?.user.name];
  };
  for (const values of [["planted", "early"], ["early", "planted"], ["1", "2", "3", "early"]]) {
    assert.deepEqual(await who(...values), ["early", "early"], values.join());
  }
  for (const values of [["late", "early"], ["early", "late"]]) {
    assert.deepEqual(await who(...values), ["late", "late"], values.join());
  }
  assert.deepEqual(await who("planted", "other"), [undefined, undefined]);
});

test("a sign-out during a migration removes a cookie of ours on every domain, and none of Auth.js counts any more (SE-40)", async () => {
  const world = migrating();
  const own = await Promise.all(["Ada", "Bob"].map((name) => tokenOf(name)));
  const removed = await signOut(own.map((token) => `${NAME}=${token}`).join("; "), world);
  assert.ok(
    removed.some((each) => each.startsWith(`${NAME}=;`) && each.includes("Domain=app.test; Path=/;")),
  );
  const left = await signOut(`${OLDER}=early; ${OLDER}=late`, world);
  const kept = left.filter((each) => !each.includes("Max-Age=0")).map((each) => each.split(";")[0]);
  const after = request("/auth/session", { headers: { cookie: `${OLDER}=early; ${kept.join("; ")}` } });
  assert.equal(await (await Auth(after, world)).json(), null);
});

test("stored sessions of Auth.js in cookies of one name: the living one counts, and a sign-out ends them all (SE-40)", async () => {
  const adapter = Memory();
  await adapter.createUser({ id: "1", name: "Ada", email: null, emailVerified: null });
  const end = Date.now() + 9 * 86_400_000;
  for (const [sessionToken, expires] of [["early", end], ["late", end + 1000], ["over", 1000]] as const) {
    await adapter.createSession({ sessionToken, userId: "1", expires: new Date(expires) });
  }
  const world = migrating({ adapter });
  for (const values of [["over", "late"], ["nothing", "early"], ["late", "nothing", "early"]]) {
    const cookie = values.map((value) => `${OLDER}=${value}`).join("; ");
    const { session } = await resolveSession(request("/", { headers: { cookie } }), world);
    assert.equal(session?.user?.name, "Ada", values.join());
  }
  await signOut(`${OLDER}=nothing; ${OLDER}=early; ${OLDER}=late`, world);
  assert.deepEqual(await adapter.listSessionsByUserId("1"), []);
});

test("a sign-out sets the removal last that a framework keeps which has one cookie of a name (SE-40)", async () => {
  const [one, two] = [await tokenOf("Ada"), await tokenOf("Ada")];
  const removed = (await signOut(`${NAME}=${one}; ${NAME}=${two}`)).filter((each) =>
    each.startsWith(`${NAME}=;`)
  );
  assert.ok(removed.length > 1);
  assert.equal(removed.at(-1), `${NAME}=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax`);
});

const [BY_DOMAIN, BY_PATH] = [{ domain: "app.test" }, { path: "/auth" }];

for (const [place, later] of [[BY_DOMAIN, BY_PATH], [BY_PATH, BY_DOMAIN]] as const) {
  test(`a sign-out ends a session that has a cookie with ${JSON.stringify(place)} from before a change (SE-40)`, async () => {
    for (const isProlonged of [false, true]) {
      const sessionToken = (options: object) => ({ sessionToken: { name: "sid", options } });
      const world = openPlain({ cookies: sessionToken(place) });
      await world.signIn();
      const changed = { ...world.config, cookies: sessionToken(later) };
      world.platform.sites[APP] = (request) => app(request, changed);
      if (isProlonged) world.platform.tick(86_401);
      assert.equal((await world.session())?.user.name, "Ada Lovelace");
      const sids = () => world.browser.cookies(`${APP}/auth/session`).filter(({ name }) => name === "sid");
      assert.equal(sids().length, isProlonged ? 2 : 1);
      await world.post("signout");
      assert.deepEqual(sids(), []);
      assert.equal(await world.session(), null);
    }
  });
}
