import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { Sqlite } from "../../src/adapters/sqlite/sqlite.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import { createAuthenticator } from "./_authenticator.ts";
import { openDatabase } from "./_database.ts";
import { APP, oauth2, openPlain } from "./_world.ts";

test("the fields of profile() keep their types while the question waits", async () => {
  const joined = new Date(86_400_000);
  const profile = ({ sub, name, email }: Readonly<Record<string, unknown>>) =>
    ({ id: String(sub), name, email, joined, left: new Date(NaN) }) as never;
  const adapter = Sqlite(new DatabaseSync(":memory:"), { userFields: { joined: "date", left: "date" } });
  await adapter.migrate();
  const world = openDatabase({
    adapter,
    more: (idp) => [oauth2(idp, { id: "other", name: "Other", profile })],
  });
  await world.signIn();
  world.idp.login({ sub: "grace", name: "Grace Hopper", email: "grace@example.com" });
  const page = await world.signIn({ provider: "other" });
  assert.equal((await page.submit("Continue as Grace Hopper")).url, `${APP}/home`, world.log());
  const grace = await adapter.getUserByEmail("grace@example.com");
  assert.deepEqual([grace?.joined, grace?.left], [joined, null]);
});

test("no name at a provider changes how the text around it reads (AC-08)", async () => {
  const [override, isolate] = ["Bob \u202e", "Ada \u2069\u2067"];
  const world = openDatabase({ more: (idp) => [oauth2(idp, { id: "other", name: "Other" })] });
  world.idp.login({ sub: "ada", name: isolate, email: "ada@example.com" });
  await world.signIn();
  const pages = [];
  for (const path of ["signin", "signout", "account"]) {
    pages.push(await world.browser.open(`${APP}/auth/${path}`));
  }
  world.idp.login({ sub: "bob", name: override, preferred_username: override });
  const question = await world.signIn({ provider: "other" });
  await question.submit("Add Other to Ada");
  pages.push(question, await world.browser.open(`${APP}/auth/account`));
  for (const { html, url } of pages) {
    assert.match(html, /<b>(?:Ada|Bob)<\/b>/, url);
    assert.doesNotMatch(html, /[\u202a-\u202e\u2066-\u2069]/, url);
  }
});

for (const name of [{ first: "Ada" }, ["Ada"], 42, true, new Date(0), null]) {
  for (const adapter of [Memory(), undefined]) {
    test(`pages of a user are shown whatever \`callbacks.session\` makes of the name: ${JSON.stringify(name)}, ${adapter ? "stored" : "without a database"}`, async () => {
      const world = openPlain({
        ...(adapter && { adapter }),
        session: { strategy: "jwt" },
        callbacks: { session: ({ session }) => ({ ...session, user: { ...session.user, name } }) as never },
      });
      await world.signIn();
      for (const path of ["signin", "signout", "account"]) {
        const { status } = await world.browser.fetch(`${APP}/auth/${path}`);
        assert.equal(status, 200, `${path} ${world.log()}`);
      }
    });
  }
}

for (
  const [query, button] of [
    [{}, "Add Passkey to Ada Lovelace"],
    [{ email: "grace@example.com" }, "Add Passkey to Ada Lovelace"],
    [{ email: "grace@example.com" }, "Continue as grace@example.com"],
  ] as const
) {
  test(`a passkey that waits for the question keeps its date: "${button}" ${JSON.stringify(query)}`, async () => {
    const adapter = Sqlite(new DatabaseSync(":memory:"));
    await adapter.migrate();
    const world = openDatabase({ adapter, more: () => [Passkey()] });
    await world.signIn();
    const params = new URLSearchParams({ action: "register", ...query });
    const asked = await world.browser.fetch(`${APP}/auth/webauthn-options/passkey?${params}`);
    const data = JSON.stringify(await createAuthenticator(APP).create((await asked.json()).options));
    const sent = await world.post("callback/passkey", { action: "register", data, callbackUrl: "/home" });
    const page = await (await world.browser.open(sent.headers.get("location")!)).submit(button);
    assert.equal(page.url, `${APP}/home`, world.log());
    const [passkey] = await adapter.listAuthenticatorsByUserId(String((await world.session())!.user.id));
    assert.deepEqual(passkey?.createdAt, new Date(Math.floor(world.platform.now() / 1000) * 1000));
  });
}
