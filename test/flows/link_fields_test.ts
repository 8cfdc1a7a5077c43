import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { Sqlite } from "../../src/adapters/sqlite/sqlite.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import { openDatabase } from "./_database.ts";
import { toPerson } from "./_passkeys.ts";
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
  await question.submit("Add Other to Ada's account");
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
  const [query, button, email] of [
    [{}, "Add Passkey to Ada Lovelace's account", "ada@example.com"],
    [{ email: "grace@example.com" }, "Add Passkey to Ada Lovelace's account", "ada@example.com"],
    [{ email: "grace@example.com" }, "Continue as grace@example.com", "grace@example.com"],
  ] as const
) {
  test(`a passkey that waits for the question is that of who answers, and keeps its date: "${button}" ${JSON.stringify(query)}`, async () => {
    const adapter = Sqlite(new DatabaseSync(":memory:"));
    await adapter.migrate();
    const world = openDatabase({ adapter, more: () => [Passkey()] });
    await world.signIn();
    const [ada] = await world.db.users();
    const { ask, answer, authenticator } = toPerson(world.browser, "passkey");
    const { options } = await ask({ action: "register", ...query });
    assert.equal(options.user!.name, query.email ?? "ada@example.com");
    const sent = await answer("register", await authenticator.create(options));
    const question = await world.browser.open(sent.headers.get("location")!);
    assert.equal(new URL(question.url).pathname, "/auth/link");
    const page = await question.submit(button);
    assert.equal(page.url, `${APP}/home`, world.log());
    const session = (await world.session())!;
    assert.equal(session.user.email, email);
    const [passkey] = await adapter.listAuthenticatorsByUserId(String(session.user.id));
    assert.deepEqual(passkey?.createdAt, new Date(Math.floor(world.platform.now() / 1000) * 1000));
    assert.equal((await adapter.listAuthenticatorsByUserId(ada!.id)).length, email.startsWith("ada") ? 1 : 0);
  });
}
