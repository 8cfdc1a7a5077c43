import assert from "node:assert/strict";
import { test } from "node:test";
import type { SetCookie } from "../../src/values/cookie.ts";
import type { PageName } from "../../src/http/urls.ts";
import { backToOther, shownFor } from "../../src/sign_in/shown_for.ts";
import { openSetup, requestOf } from "../second_factor/_factor_setup.ts";

const SECRET = "a-secret-of-forty-characters-for-tests-0";
const NEWER = "a-new-secret-of-forty-characters-00000000";

/** Ada's browser, and what becomes of a form there. */
async function world(secret: string | string[] = SECRET) {
  const { setup, memory } = openSetup({ secret, session: { strategy: "database" } });
  const ada = { id: "ada", email: "ada@example.com", emailVerified: null };
  await memory.createUser(ada);
  const account = { provider: "idp", providerAccountId: "ada", type: "credentials" } as const;
  const token = await setup.sessions.issue({ user: ada, account, isNewUser: false }, new Map());
  const own: readonly SetCookie[] = setup.sessions.toCookies(token, new Map());
  const back = async (fields: object, { cookies = own, page = "account" as PageName } = {}) => {
    const incoming = await requestOf({ cookies, body: { callbackUrl: "/home", ...fields } });
    return await backToOther(page, incoming, setup);
  };
  return { setup, back };
}

test("shownFor() names a user by a short keyed hash, whether the id is a text or a number", async () => {
  const { setup } = await world();
  const name = await shownFor("1", setup);
  assert.match(name, /^[\w-]{22}$/);
  assert.equal(await shownFor(1 as never, setup), name);
  assert.equal(name, "GkMtkv3uXplD9y1jbJ8Sep");
  assert.notEqual(await shownFor("2", setup), name);
  assert.notEqual(await shownFor("1", { secrets: [NEWER] }), name);
  assert.equal(await shownFor("1", { secrets: [SECRET, NEWER] }), name);
});

test("backToOther() lets a form act for the user to whom it was shown, also with an earlier secret", async () => {
  const { back } = await world([NEWER, SECRET]);
  for (const secret of [NEWER, SECRET]) {
    assert.equal(await back({ shownFor: await shownFor("ada", { secrets: [secret] }) }), null);
  }
});

test("backToOther() leads a form of another user back, and lets it act where no one is signed in, unless it adds a way", async () => {
  const { back, setup } = await world();
  const gone = { secrets: ["another-secret-of-forty-characters-00000"] };
  for (const name of [await shownFor("bob", setup), await shownFor("ada", gone), "x", 5]) {
    assert.deepEqual(await back({ shownFor: name }), { redirect: "https://app.test/home?error=NotFound" });
    assert.equal(await back({ shownFor: name }, { cookies: [] }), null);
    // It would make a second user of the account that it adds.
    assert.deepEqual(await back({ shownFor: name, link: "true" }, { cookies: [] }), {
      redirect:
        "https://app.test/auth/signin?error=SessionNotFresh&callbackUrl=https%3A%2F%2Fapp.test%2Fhome",
    });
  }
});

test("backToOther() leads a form for a password to its page, in the language of the form", async () => {
  const { back, setup } = await world();
  const shown = { shownFor: await shownFor("bob", setup) };
  const leadsTo = async (fields: object) =>
    (await back({ ...shown, ...fields }, { page: "password" }))?.redirect;
  const page = "https://app.test/auth/password?callbackUrl=https%3A%2F%2Fapp.test%2Fhome&error=UserChanged";
  assert.equal(await leadsTo({}), page);
  assert.equal(await leadsTo({ ui_locales: "de" }), `${page}&ui_locales=de`);
});
