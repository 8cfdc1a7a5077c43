import assert from "node:assert/strict";
import { test } from "node:test";
import { ALL_CAPABILITIES } from "../../src/core/capabilities.ts";
import { setupOf } from "../../src/config/setup.ts";
import { CredentialsSignin, InvalidProvider, ServerError } from "../../src/errors/errors.ts";
import { parseRequest } from "../../src/http/incoming.ts";
import type { CredentialsConfig } from "../../src/model/provider.ts";
import { authorize } from "../../src/sign_in/credentials/method.ts";
import { testPlatform } from "../../src/testing/mod.ts";

/** What becomes of a form that is posted to a provider. */
async function ask(ask: CredentialsConfig["authorize"], fields: object | null = { password: "typed" }) {
  const provider: CredentialsConfig = {
    id: "password",
    name: "Password",
    type: "credentials",
    credentials: {},
    authorize: ask,
  };
  const setup = setupOf(
    {
      providers: [provider],
      secret: "a-secret-of-forty-characters-for-tests-0",
      trustHost: true,
      platform: testPlatform(),
    },
    "https",
    { capabilities: ALL_CAPABILITIES },
  );
  const request = new Request("https://app.test/auth/callback/password", {
    method: "POST",
    ...(fields && { body: JSON.stringify(fields), headers: { "content-type": "application/json" } }),
  });
  return await authorize(await parseRequest(request, "/auth"), provider, setup);
}

test("authorize() proves who the application says it is", async () => {
  const user = { id: "1", name: "Ada", roles: ["admin"] };
  assert.deepEqual(await ask(() => user), {
    user,
    account: { provider: "password", type: "credentials", providerAccountId: "1" },
    stored: {},
    credentials: { password: "typed" },
  });
});

test("authorize() passes on the fields, without those of the library", async () => {
  const seen: unknown[] = [];
  const listen = (credentials: unknown) => seen.push(credentials) ? { id: "1" } : null;
  const fields = { user: "ada", password: ["a", 1], csrfToken: "t", callbackUrl: "/" };
  const identity = await ask(listen, fields);
  assert.deepEqual(seen, [{ user: "ada", password: ["a", 1] }]);
  assert.deepEqual(identity.credentials, seen[0]);
  await ask(listen, null);
  assert.deepEqual(seen[1], {});
});

test("authorize() passes on a request with a readable body", async () => {
  const texts: string[] = [];
  await ask(async (_, request) => {
    texts.push(request.method, request.url, await request.text());
    return { id: "1" };
  });
  assert.deepEqual(texts, ["POST", "https://app.test/auth/callback/password", '{"password":"typed"}']);
});

test("authorize() throws CredentialsSignin without a user (CR-01)", async () => {
  for (const nobody of [null, undefined, false, "", 0]) {
    await assert.rejects(ask(() => nobody as null), (error) => {
      assert.ok(error instanceof CredentialsSignin);
      assert.equal(error.code, "credentials");
      return true;
    });
  }
});

test("authorize() rethrows an AuthError, and wraps anything else", async () => {
  class Locked extends CredentialsSignin {
    override code = "locked";
  }
  for (const own of [new Locked(), new InvalidProvider("no")]) {
    await assert.rejects(ask(() => Promise.reject(own)), (error) => error === own);
  }
  const other = new Error("no database");
  await assert.rejects(
    ask(() => {
      throw other;
    }),
    (error) => error instanceof ServerError && error.cause?.err === other && !/database/.test(error.message),
  );
});

test("authorize() converts an id to a string, and creates a missing one", async () => {
  const idOf = async (id: unknown) => (await ask(() => ({ id: id as string }))).user.id;
  assert.deepEqual([await idOf(7), await idOf(0), await idOf("1")], ["7", "0", "1"]);
  for (const id of [undefined, null]) {
    assert.match(await idOf(id), /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  }
  const { user, account } = await ask(() => ({}));
  assert.equal(account.providerAccountId, user.id);
});
