/**
 * Providers as plain objects, as with Auth.js: a worker has the code of OAuth, mail, passwords and passkeys only if it imports a
 * function for them. All other doors have that of OAuth, mail and passwords.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { setupOf } from "../../src/config/setup.ts";
import { snapshotOf } from "../../src/config/snapshot.ts";
import { Auth } from "../../src/core/auth.ts";
import { mount } from "../../src/integrations/mount/integration.ts";
import { WorkerAuth } from "../../src/integrations/fetch/workers.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import type { Provider, ProviderConfig, SimpleWebAuthn } from "../../src/model/provider.ts";
import { Credentials } from "../../src/providers/credentials.ts";
import { Email } from "../../src/providers/email.ts";
import { GitHub } from "../../src/providers/github.ts";
import { Loops } from "../../src/providers/loops.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import { Resend } from "../../src/providers/resend.ts";
import { OAuth } from "../../src/sign_in/oauth/capability.ts";
import { capability } from "../../src/values/markers.ts";
import { signedIn } from "./_application.ts";

const ctx = { waitUntil() {}, passThroughOnException() {} };

/** An object without the code that a function of this library has put into it. */
function plain<P extends ProviderConfig>(provider: P): P {
  const copy = { ...provider };
  Reflect.deleteProperty(copy, capability);
  return copy;
}

const send = () => {};
const authorize = ({ name }: { readonly name?: unknown }) => name === "Ada" ? { id: "1", name: "Ada" } : null;
const FUNCTIONS = {
  email: Email({ sendVerificationRequest: send }),
  credentials: Credentials({ credentials: { name: {} }, authorize }),
  webauthn: Passkey(),
};

function configOf(...providers: readonly Provider[]) {
  const errors: string[] = [];
  const config = {
    providers: [...providers],
    secret: "a-secret-of-more-than-32-characters",
    trustHost: true,
    adapter: Memory(),
    session: { strategy: "jwt" },
    logger: { error: ({ message }) => void errors.push(message), warn() {} },
  } satisfies AuthConfig;
  return { config, errors };
}

/** A request to a worker of its own, and what it has logged. */
async function ask(path: string, ...providers: readonly Provider[]) {
  const { config, errors } = configOf(...providers);
  const worker = WorkerAuth(config, () => new Response("mine"));
  const response = await worker.fetch(new Request(`http://localhost${path}`), {}, ctx).catch((error: Error) =>
    error
  );
  return { response, errors };
}

async function textOf(path: string, ...providers: readonly Provider[]): Promise<string> {
  const { response, errors } = await ask(path, ...providers);
  assert.ok(response instanceof Response, String(response));
  assert.deepEqual(errors, []);
  return await response.text();
}

for (
  const [type, name] of Object.entries({ email: "Email", credentials: "Credentials", webauthn: "Passkey" })
) {
  const provider = FUNCTIONS[type as keyof typeof FUNCTIONS];
  const { id } = provider;

  test(`WorkerAuth() refuses a plain object of type ${type}, and says which import brings its code`, async () => {
    const { response } = await ask("/auth/signin", plain(provider));
    assert.match(
      String(response),
      new RegExp(
        `Cannot use provider "${id}".*type "${type}".*import { ${name} } from "@latchkey/auth/providers/${name.toLowerCase()}"`,
      ),
    );
  });

  const isKnown = type !== "webauthn";

  test(`Auth() and mount() ${isKnown ? "accept" : "refuse"} a plain object of type ${type}, also after a worker has refused it`, async () => {
    const { config, errors } = configOf(plain(provider));
    const worker = WorkerAuth(config, () => new Response("mine"));
    await assert.rejects(worker.fetch(new Request("http://localhost/auth/signin"), {}, ctx));
    const request = new Request("http://localhost/auth/signin");
    assert.equal((await Auth(request, config)).status, isKnown ? 200 : 500);
    if (isKnown) assert.equal((await mount(config, {}).answer(request)).status, 200);
    else assert.throws(() => mount(config, {}), /import { Passkey } from/);
    assert.equal(errors.length, isKnown ? 0 : 1);
  });

  test(`WorkerAuth() accepts what a function for ${type} returns: spread, renamed, or called by the library`, async () => {
    const listed: Readonly<Record<string, Provider>> = {
      [id]: provider,
      "spread": { ...provider, id: "spread", name: "Own" },
      "assigned": Object.assign({}, provider, { id: "assigned" }),
      "called": () => ({ ...provider, id: "called" }),
    };
    for (const [own, each] of Object.entries(listed)) {
      assert.match(await textOf("/auth/signin", each), new RegExp(`/${own}"`));
    }
  });

  test(`WorkerAuth() refuses a plain object of type ${type} beside one that has its code`, async () => {
    const { response } = await ask("/auth/signin", provider, plain({ ...provider, id: "second" }));
    assert.match(String(response), /Cannot use provider "second"/);
  });
}

const CLIENT = { clientId: "id", clientSecret: "secret" };
const OIDC = { id: "b", name: "B", type: "oidc", issuer: "https://b.example", ...CLIENT } as const;
const OAUTH = {
  id: "a",
  name: "A",
  type: "oauth",
  authorization: "https://a.example/authorize",
  token: "https://a.example/token",
  userinfo: "https://a.example/me",
  ...CLIENT,
} as const;

for (const each of [OAUTH, OIDC]) {
  test(`WorkerAuth() refuses a plain object of type ${each.type} alone, and says which import brings its code; Auth() accepts it`, async () => {
    const { response } = await ask("/auth/signin", FUNCTIONS.credentials, each);
    assert.match(
      String(response),
      new RegExp(
        `Cannot use provider "${each.id}".*type "${each.type}".*import { OAuth } from "@latchkey/auth/providers"`,
      ),
    );
    const { config } = configOf(FUNCTIONS.credentials, each);
    assert.equal((await Auth(new Request("http://localhost/auth/signin"), config)).status, 200);
  });
}

test("WorkerAuth() accepts what OAuth() returns, spread or called by the library, and plain objects beside it", async () => {
  const page = await textOf("/auth/signin", () => ({ ...OAuth(OAUTH) }), OIDC);
  assert.match(page, /signin\/a"[^]*signin\/b"/);
});

test("a worker loads the code of a provider of OAuth that the application adds later", async () => {
  const { config, errors } = configOf(FUNCTIONS.credentials);
  const worker = WorkerAuth(config, () => new Response("mine"));
  const page = async () =>
    await (await worker.fetch(new Request("http://localhost/auth/signin"), {}, ctx)).text();
  assert.doesNotMatch(await page(), /GitHub/);
  config.providers.push(GitHub(CLIENT));
  assert.match(await page(), /GitHub/);
  assert.deepEqual(errors, []);
});

test("all functions for mail bring the code, with their own settings", async () => {
  for (
    const provider of [
      Resend({ from: "a@app.test", apiKey: "k" }),
      Loops({ transactionalId: "t", apiKey: "k" }),
    ]
  ) {
    assert.match(await textOf("/auth/signin", provider), new RegExp(`signin/${provider.id}`));
  }
});

test("a worker has the endpoints of mail and passkeys with their providers alone; else they are the application's", async () => {
  const paths = ["/auth/verify-request", "/auth/webauthn-script", "/auth/webauthn-options/passkey"];
  for (const path of paths) assert.equal(await textOf(path, FUNCTIONS.credentials), "mine");
  const [mail, script, options] = paths as [string, string, string];
  assert.match(await textOf(mail, FUNCTIONS.email), /Check your email/);
  assert.equal(await textOf(script, FUNCTIONS.email), "mine");
  assert.match(await textOf(script, FUNCTIONS.webauthn), /navigator/);
  assert.match(await textOf(options, FUNCTIONS.webauthn), /challenge/);
  assert.equal(await textOf(mail, FUNCTIONS.webauthn), "mine");
});

test("two workers, of which one has passkeys, do not share what they have", async () => {
  const [first, second] = [configOf(FUNCTIONS.webauthn), configOf(FUNCTIONS.credentials)];
  const workers = [first, second].map(({ config }) => WorkerAuth(config, () => new Response("mine")));
  const texts = await Promise.all(workers.map(async (worker) => {
    const response = await worker.fetch(new Request("http://localhost/auth/webauthn-script"), {}, ctx);
    return await response.text();
  }));
  assert.match(texts[0]!, /navigator/);
  assert.equal(texts[1], "mine");
});

test("a worker whose config a function of env makes checks the package of passkeys at start", async () => {
  const { config, errors } = configOf(Passkey({ simpleWebAuthn: brokenPackage() }));
  const worker = WorkerAuth(() => ({ ...config }), () => new Response("mine"));
  assert.equal(await (await worker.fetch(new Request("http://localhost/"), {}, ctx)).text(), "mine");
  await new Promise((resolve) => setTimeout(resolve));
  assert.match(errors.join(), /@simplewebauthn\/server cannot be loaded/);
});

test("a worker notices providers that the application changes, and works again when they do", async () => {
  const { config, errors } = configOf(FUNCTIONS.credentials);
  const worker = WorkerAuth(() => config, () => new Response("mine"));
  const status = async () =>
    (await worker.fetch(new Request("http://localhost/auth/signin"), {}, ctx)).status;
  assert.equal(await status(), 200);
  config.providers.push(plain(FUNCTIONS.email));
  assert.equal(await status(), 500);
  assert.match(errors.join(), /Cannot use provider "email": it is a plain object/);
  config.providers[1] = FUNCTIONS.email;
  assert.equal(await status(), 200);
});

test("signIn() of a worker's own form uses the code of the provider", async () => {
  const { config } = configOf({ ...FUNCTIONS.credentials, id: "own" });
  const worker = WorkerAuth(config, async (_request, auth) => {
    await auth.signIn({ providerId: "own", fields: { name: "Ada" }, redirectTo: "/" });
    return Response.json((await auth())?.user?.name);
  });
  const response = await worker.fetch(new Request("http://localhost/login", { method: "POST" }), {}, ctx);
  assert.equal(await response.json(), "Ada");
});

test("the code of a provider shows in no JSON, and no comparison of configs reads it", async () => {
  for (const provider of Object.values(FUNCTIONS)) {
    assert.equal(JSON.stringify(provider), JSON.stringify(plain(provider)));
    assert.deepEqual(snapshotOf(provider, 6), snapshotOf({ ...plain(provider) }, 6));
  }
  const listed = await textOf("/auth/providers", ...Object.values(FUNCTIONS));
  const { config } = configOf(plain(FUNCTIONS.email), plain(FUNCTIONS.credentials), FUNCTIONS.webauthn);
  const response = await Auth(new Request("http://localhost/auth/providers"), config);
  assert.equal(listed, await response.text());
});

test("a worker reads sessions whatever the providers are", async () => {
  const { config } = configOf(FUNCTIONS.email);
  const worker = WorkerAuth(config, async (_request, auth) => Response.json((await auth())?.user?.name));
  const headers = { cookie: await signedIn() };
  const response = await worker.fetch(new Request("http://localhost/", { headers }), {}, ctx);
  assert.equal(await response.json(), "Ada");
});

test("the code of one type does not serve another", async () => {
  const { response } = await ask(
    "/auth/signin",
    { ...FUNCTIONS.email, type: "credentials", authorize } as never,
  );
  assert.match(
    String(response),
    /"email": it has the code of the type "email", but its `type` is "credentials"/,
  );
});

test("setupOf() takes the code from the provider, and has nothing else than what was handed in", () => {
  const { config } = configOf(FUNCTIONS.credentials);
  const { capabilities } = setupOf(config, "http");
  assert.deepEqual([...capabilities].map(({ type }) => type), ["credentials"]);
});

function brokenPackage(): SimpleWebAuthn {
  const fail = () => Promise.reject(new Error("not installed"));
  return {
    generateRegistrationOptions: fail,
    generateAuthenticationOptions: fail,
    verifyRegistrationResponse: fail,
    verifyAuthenticationResponse: fail,
  };
}

class Inherited {
  readonly id = "own";
  readonly name = "Own";
  readonly credentials = { name: {} };
  readonly authorize = authorize;

  get type() {
    return "credentials" as const;
  }
}

const MISTYPED: Readonly<Record<string, readonly [provider: unknown, message: RegExp]>> = {
  "a type that it inherits": [
    Object.create(FUNCTIONS.credentials),
    /"credentials": its `type` is "credentials", but it inherits that/,
  ],
  "a getter of its class as type": [
    new Inherited(),
    /"own": (there is no type "undefined"|its `type` is "credentials", but it inherits that)/,
  ],
  "another type in its options": [
    { ...FUNCTIONS.credentials, options: { type: "oauth" } },
    /its `type` is "credentials", but its `options` say "oauth"/,
  ],
  "passwords as the type of a passkey": [
    { ...FUNCTIONS.webauthn, type: "credentials", credentials: {}, authorize },
    /"passkey": it has the code of the type "webauthn", but its `type` is "credentials"/,
  ],
  "OAuth as the type of a mail": [
    { ...FUNCTIONS.email, type: "oauth" },
    /"email": it has the code of the type "email", but its `type` is "oauth"/,
  ],
};

for (const [what, [provider, message]] of Object.entries(MISTYPED)) {
  test(`every door refuses a provider with ${what}, and names it`, async () => {
    const { response, errors } = await ask("/auth/session", provider as Provider);
    assert.match(response instanceof Error ? response.message : errors.join(), message);
    const { config, errors: logged } = configOf(provider as Provider);
    assert.equal((await Auth(new Request("http://localhost/auth/session"), config)).status, 500);
    assert.match(logged.join(), message);
  });
}
