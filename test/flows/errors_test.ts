import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth, type AuthConfig, AuthError } from "../../mod.ts";
import {
  AccessDenied,
  ConfigError,
  InvalidProvider,
  MissingSecret,
  OAuthCallbackError,
} from "../../src/entries/errors.ts";
import { failNetwork, type Page, type Tamper } from "../../src/testing/mod.ts";
import {
  APP,
  cookiesOf,
  errorPage,
  openPlain,
  type World,
  type WorldConfig,
  type WorldOptions,
} from "./_world.ts";

const SESSION = "__Host-latchkey.session-token";

/** A sign-in that fails, and where the user learns of it. */
interface Failure {
  readonly page: "signin" | "error";
  readonly status: number;
  /** What the page says. */
  readonly text: RegExp;
  readonly world?: Omit<WorldOptions, "providers" | "provider">;
  readonly tamper?: Tamper;
  /** Goes the way that fails. Default: the whole sign-in. */
  readonly run?: (world: World) => Promise<Page>;
}

const denyingWith = (error: unknown) => ({
  callbacks: {
    signIn: () => {
      throw error;
    },
  },
});

/** One failure for each error type that a user can see. */
const FAILURES: Readonly<Record<string, Failure>> = {
  AccessDenied: {
    page: "error",
    status: 403,
    text: /You don't have access Use another account/,
    world: { callbacks: { signIn: () => false } },
  },
  Configuration: {
    page: "error",
    status: 200,
    text: /Sign-in isn't working This site isn't set up correctly\./,
    world: denyingWith(new MissingSecret("Cannot find the list of members")),
  },
  ServerError: {
    page: "error",
    status: 200,
    text: /Something went wrong This is our fault, not yours\./,
    world: denyingWith(new AuthError("Cannot reach the database")),
  },
  InvalidCheck: {
    page: "signin",
    status: 200,
    text: /This sign-in took too long, or was started in another browser\. Start again from here\./,
    tamper: { authorization: { state: "another" } },
  },
  InvalidProvider: {
    page: "signin",
    status: 200,
    text: /That way to sign in isn't available here\. Choose one of those below\./,
    run: async (world) => follow(world, await world.post("signin/nobody", { callbackUrl: "/home" })),
  },
  MissingCSRF: {
    page: "signin",
    status: 200,
    text: /This page was open too long, or cookies are blocked\. Allow cookies and try again\./,
    run: async (world) => {
      const init = { method: "POST", body: new URLSearchParams({ callbackUrl: "/home" }) };
      return follow(
        world,
        await world.browser.fetch(`${APP}/auth/signin/idp`, { ...init, redirect: "manual" }),
      );
    },
  },
  OAuthCallbackError: {
    page: "signin",
    status: 200,
    text: /The sign-in was cancelled or refused\. Try again, or choose another way to sign in\./,
    run: async (world) => {
      world.idp.deny();
      return await goThrough(world);
    },
  },
  OAuthProfileParseError: {
    page: "signin",
    status: 200,
    text: /The service you chose didn't tell us enough about your account\./,
    tamper: { userinfo: { sub: undefined } },
  },
  ProviderResponseError: {
    page: "signin",
    status: 200,
    text: /The service you chose sent an answer that we can't trust\./,
    tamper: { respond: { token: () => new Response("<html>") } },
  },
  ProviderUnavailable: {
    page: "signin",
    status: 200,
    text: /The service you chose isn't responding\./,
    tamper: { respond: { token: failNetwork } },
  },
};

for (const [type, failure] of Object.entries(FAILURES)) {
  test(`${type} is told on the ${failure.page} page, with status ${failure.status} and what to do now`, async () => {
    const { world, page } = await fail(failure);
    const url = new URL(page.url);
    assert.equal(url.origin + url.pathname, `${APP}/auth/${failure.page}`, world.log());
    assert.equal(url.searchParams.get("error"), type);
    assert.equal(page.status, failure.status);
    assert.match(page.text, failure.text);
    assert.equal(await world.session(), null);
  });

  test(`${type} loses neither the way back nor a cookie, and leaves no sign-in under way behind`, async () => {
    const { world, page } = await fail(failure);
    const { searchParams } = new URL(page.url);
    if (failure.page === "signin") {
      // Nobody knows where a sign-in was to lead that this browser did not start.
      const back = type === "InvalidCheck" ? APP : `${APP}/home`;
      assert.equal(searchParams.get("callbackUrl"), back);
      assert.ok(page.html.includes(`name="callbackUrl" value="${new URL(back).href}"`));
    } else {
      assert.deepEqual([...searchParams], [["error", type], ["callbackUrl", `${APP}/home`]]);
      const again = page.html.match(/<a class="button" href="([^"]*)"/)?.[1];
      assert.equal(again, again && `${APP}/auth/signin?callbackUrl=https%3A%2F%2Fapp.test%2Fhome`);
    }
    // What the provider answered for another sign-in may still come.
    const left = type === "InvalidCheck" ? ["csrf-token", "flow"] : ["csrf-token"];
    const names = world.browser.cookies(APP).map(({ name }) => name.split(".")[1]);
    assert.deepEqual(names, left);
  });

  test(`${type} keeps an existing session of the user`, async () => {
    const world = openPlain();
    await world.signIn();
    const session = world.browser.cookies(APP).find(({ name }) => name === SESSION);
    const { page } = await fail(failure, world);
    assert.equal(new URL(page.url).searchParams.get("error"), type);
    assert.deepEqual(world.browser.cookies(APP).find(({ name }) => name === SESSION), session);
    assert.equal((await world.session())?.user.name, "Ada Lovelace");
  });

  test(`${type} is logged once, with details in the log only (LG-07)`, async () => {
    const { world, page } = await fail(failure);
    const errors = world.platform.lines.filter(({ level }) => level === "error");
    assert.equal(errors.length, 1, world.log());
    assert.match(errors[0]!.text, /^\[latchkey\] \w+: Cannot |^\[latchkey\] \w+: (callbacks|The provider)/);
    assert.match(errors[0]!.text, /"action":"(GET|POST) \w+"/);
    assert.doesNotMatch(page.html, /members|database|\b502\b|refused\)|userinfo|token\.|at file:/);
  });

  test(`${type} is told on the application's own pages instead, where it has some`, async () => {
    const world = openPlain({
      ...failure.world,
      pages: { signIn: "/in?a=1", error: "https://help.test/oops" },
    });
    world.platform.sites["https://help.test"] = () => new Response("Help");
    const { page } = await fail(failure, world);
    const url = new URL(page.url);
    const own = failure.page === "signin" ? `${APP}/in` : "https://help.test/oops";
    assert.equal(url.origin + url.pathname, own);
    assert.equal(url.searchParams.get("error"), type);
    if (failure.page === "signin") assert.equal(url.searchParams.get("a"), "1");
  });
}

test("Auth() answers a failure to scripts as JSON { url }, with its cookies", async () => {
  const { browser, idp, post } = openPlain();
  idp.tamper = { respond: { token: failNetwork } };
  const start = await post("signin/idp");
  const answer = await idp.fetch(start.headers.get("location")!, { redirect: "manual" });
  const response = await browser.fetch(answer.headers.get("location")!, {
    headers: { "x-auth-return-redirect": "1" },
  });
  assert.equal(response.status, 200);
  const { url } = await response.json();
  assert.equal(new URL(url).searchParams.get("error"), "ProviderUnavailable");
  const [removed] = Object.values(cookiesOf(response));
  assert.match(
    removed!,
    /^__Host-latchkey\.flow\.[\w-]{16}=; Max-Age=0; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
});

// callbacks.signIn

test("callbacks.signIn lets in with true, at once or later", async () => {
  for (const signIn of [() => true, () => Promise.resolve(true)]) {
    const world = openPlain({ callbacks: { signIn } });
    assert.equal((await world.signIn()).text, "Hello Ada Lovelace");
  }
});

for (
  const [what, signIn] of Object.entries<() => unknown>({
    "returns false": () => false,
    "resolves with false": () => Promise.resolve(false),
    // As `({ profile }) => profile.email_verified` does for a provider that does not say.
    "returns undefined": () => undefined,
    "returns null": () => null,
    "returns 0": () => 0,
    "returns what is neither true nor a URL": () => ({ ok: true }),
    "throws": () => {
      throw new Error("ada@example.com is on the list of 2 suspects");
    },
    "throws an AccessDenied": () => {
      throw new AccessDenied("ada@example.com is on the list of 2 suspects");
    },
    "rejects": () => Promise.reject(new TypeError("profile is undefined")),
    "rejects with nothing": () => Promise.reject(),
  })
) {
  test(`Auth() refuses a sign-in if callbacks.signIn ${what} (AL-13)`, async () => {
    const told: unknown[] = [];
    const { browser, ...world } = openPlain({
      callbacks: { signIn, jwt: ({ token }) => (told.push(token), token) } as AuthConfig["callbacks"],
      events: { signIn: (message) => void told.push(message) },
    });
    const page = await world.signIn();
    assert.equal(page.url, errorPage("AccessDenied"));
    assert.equal(page.status, 403);
    assert.doesNotMatch(page.html, /suspects|profile is/);
    assert.deepEqual(told, []);
    assert.equal(await world.session(), null);
    assert.deepEqual(browser.cookies(APP).map(({ name }) => name), ["__Host-latchkey.csrf-token"]);
    assert.match(world.log(), /error \[latchkey\] AccessDenied: /);
  });
}

test("callbacks.signIn may choose the page that its error is told on", async () => {
  for (
    const [error, url] of [
      [new InvalidProvider("not this one"), `${APP}/auth/signin?callbackUrl=`],
      [new OAuthCallbackError("not today"), `${APP}/auth/signin?callbackUrl=`],
      [new ConfigError("no list"), errorPage("Configuration")],
    ] as const
  ) {
    const { signIn } = openPlain(denyingWith(error));
    assert.ok((await signIn()).url.startsWith(url), error.type);
  }
});

test("Auth() reports a thrown undefined or string like any other error, and logs it", async () => {
  const none = openPlain({ callbacks: { jwt: () => Promise.reject() } });
  assert.equal((await none.signIn()).url, errorPage("ServerError"));
  assert.equal(await none.session(), null);
  const { signIn, log } = openPlain({
    callbacks: {
      jwt() {
        // deno-lint-ignore no-throw-literal -- applications do
        throw "the disk is full";
      },
    },
  });
  assert.equal((await signIn()).url, errorPage("ServerError"));
  assert.match(log(), /caused by the disk is full/);
});

// The log

test("logger receives the error with its cause, and the platform's log nothing", async () => {
  const seen: Error[] = [];
  const { signIn, log } = openPlain({
    logger: { error: (error) => void seen.push(error) },
    ...denyingWith(new Error("no")),
  });
  await signIn();
  const [error] = seen;
  assert.equal(seen.length, 1);
  assert.ok(error instanceof AccessDenied);
  assert.equal(error.type, "AccessDenied");
  assert.deepEqual({ ...error.cause, err: error.cause?.err?.message }, {
    err: "no",
    action: "GET callback",
    provider: "idp",
  });
  assert.equal(log(), "");
});

test("logger is called as a method of its own", async () => {
  class Memory {
    readonly lines: string[] = [];
    error(error: Error) {
      this.lines.push(error.name);
    }
  }
  const logger = new Memory();
  const { post } = openPlain({ logger });
  await post("signin/nobody");
  assert.deepEqual(logger.lines, ["InvalidProvider"]);
});

test("Auth() writes an error to the log whose facts JSON cannot hold", async () => {
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  const { signIn, log } = openPlain(denyingWith(new AccessDenied("no", { circle })));
  assert.equal((await signIn()).url, errorPage("AccessDenied"));
  assert.match(log(), /AccessDenied: no\n {2}\{"circle":"\[object Object\]","action":"GET callback"/);
});

test("The log has no token, code, cookie or secret, not even with debug (LG-01 … LG-05)", async () => {
  for (const failure of [...Object.values(FAILURES), { page: "signin", status: 200, text: /x/ } as Failure]) {
    const { world } = await fail({ ...failure, world: { ...failure.world, debug: true } });
    const { csrfToken } = await (await world.browser.fetch(`${APP}/auth/csrf`)).json();
    const secrets = [
      world.idp.clientSecret,
      world.config.secret as string,
      csrfToken,
      ...world.browser.cookies(APP).map(({ value }) => value),
      ...world.idp.requests.flatMap(({ params }) =>
        ["code", "state", "code_verifier"].flatMap((name) => params.get(name) ?? [])
      ),
    ];
    const log = world.log();
    for (const secret of secrets) assert.ok(!log.includes(secret), `${secret} in ${log}`);
    assert.doesNotMatch(log, /fake-(access|code)-|ada@example\.com/);
  }
});

test("Nothing that comes from outside begins a line of the log, or moves a terminal's cursor (LG-06)", async () => {
  const forged = "x\r\n[latchkey] AccessDenied: forged\u2028\u0085\u009b2J\u001b[2J";
  const query = new URLSearchParams({
    error: forged,
    error_description: forged,
    state: forged,
    code: forged,
  });
  const { browser, idp, post, log, platform } = openPlain({ debug: true });
  await browser.open(`${APP}/auth/callback/idp?${query}`);
  await browser.open(`${APP}/auth/callback/${encodeURIComponent(forged)}?${query}`);
  await browser.open(`${APP}/auth/error?${query}`);
  await post("signin/idp", { callbackUrl: forged });
  idp.tamper = { authorization: { code: undefined, error: "access_denied", error_description: forged } };
  await (await browser.open(`${APP}/auth/signin`)).submit();
  assert.match(log(), /OAuthCallbackError/);
  for (const { text } of platform.lines) {
    // deno-lint-ignore no-control-regex -- they are what is looked for
    assert.doesNotMatch(text, /[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]|\n\[latchkey\]/);
  }
});

/** Opens a world, unless there is one, and lets a sign-in fail in it. */
async function fail(failure: Failure, given?: World): Promise<{ world: World; page: Page }> {
  const world = given ?? openPlain(failure.world);
  if (given && failure.world) replaceConfig(world, failure.world);
  world.idp.tamper = failure.tamper ?? {};
  return { world, page: await (failure.run ?? goThrough)(world) };
}

/** Signs in without the built-in page, which is not there if the application has its own. */
async function goThrough(world: World): Promise<Page> {
  return follow(world, await world.post("signin/idp", { callbackUrl: "/home" }));
}

function follow({ browser }: World, response: Response): Promise<Page> {
  return browser.open(response.headers.get("location")!);
}

/** Gives the application another config, with the same secret and provider. */
function replaceConfig({ platform, config }: World, more: WorldConfig): void {
  const auth = platform.sites[APP]!;
  const changed = { ...config, ...more };
  platform.sites[APP] = (request) =>
    new URL(request.url).pathname === "/auth/session" ? auth(request) : Auth(request, changed);
}

/** A theme that breaks. A getter of a class: whether the config has changed is decided without it. */
class Theme {
  isBroken = false;
  get logo(): string {
    return this.isBroken ? assert.fail("no logo today") : "/logo.svg";
  }
}

test("Auth() does not redirect in a loop if a page cannot be shown", async () => {
  const theme = new Theme();
  const { browser, log } = openPlain({ theme });
  assert.equal((await browser.open(`${APP}/auth/error`)).status, 200);
  theme.isBroken = true;
  for (const path of ["signin", "signout", "error", "verify-request"]) {
    const { status, text } = await browser.open(`${APP}/auth/${path}`);
    assert.deepEqual([path, status, text], [path, 500, '{"message":"Internal error."}']);
  }
  assert.match(log(), /no logo today/);
});

test("Auth() does not redirect in a loop behind a proxy that ends TLS if the error page cannot be shown", async () => {
  const theme = new Theme();
  const { config } = openPlain({ theme });
  const headers = { "x-forwarded-proto": "https" };
  const ask = () => Auth(new Request("http://app.test/auth/error", { headers }), config);
  assert.equal((await ask()).status, 200);
  theme.isBroken = true;
  const response = await ask();
  assert.deepEqual([response.status, response.headers.get("location")], [500, null]);
});
