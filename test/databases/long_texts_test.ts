/**
 * Texts from outside that are longer than a column: each is kept by its hash, left out, or refused as what it is. A database whose
 * columns have lengths would fail, and any stranger could fill the log with its outages.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { toBase64Url } from "../../src/crypto/bytes.ts";
import { openDatabase } from "../flows/_database.ts";
import { ADA } from "../flows/_kept_passwords.ts";
import { openPasskeys } from "../flows/_passkeys.ts";
import { testForms } from "../flows/_password_forms.ts";
import { openFactors } from "../flows/_second_factor.ts";
import { startDatabases } from "./_databases.ts";

const DATABASES = ["Memory", "Sqlite", "Postgres", "MySql", "Redis", "DenoKv"];
const HOME = "https://app.test/home";

for (const [name, database] of await startDatabases(DATABASES)) {
  const skip = "missing" in database ? database.missing : false;
  const open = async () => "missing" in database ? undefined! : await database.open();

  test(`a passkey with an id of up to 1023 bytes signs up and in, with ${name}`, { skip }, async () => {
    for (const length of [240, 241, 1023]) {
      const world = openPasskeys({ adapter: await open() });
      const id = toBase64Url(crypto.getRandomValues(new Uint8Array(length)));
      const created = await world.register({ email: ADA }, { id });
      assert.equal(created.headers.get("location"), HOME, `${length}\n${world.log()}`);
      await world.signOut();
      const answer = await world.authenticate();
      assert.equal(answer.headers.get("location"), HOME, `${length}\n${world.log()}`);
    }
  });

  test(
    `a profile with texts that are too long for columns signs in without them, with ${name}`,
    { skip },
    async () => {
      const long: Readonly<Record<string, string>> = {
        name: "😀".repeat(20_000),
        email: `${"a".repeat(400)}@example.com`,
        picture: `https://idp.test/${"p".repeat(70_000)}`,
      };
      for (const [claim, text] of Object.entries(long)) {
        const world = openDatabase({ adapter: await open(), oauth: { verifiedEmail: true } });
        world.idp.login({ sub: "ada", name: "Ada", email: ADA, email_verified: true, [claim]: text });
        await world.signIn();
        const user = (await world.session())?.user ?? {};
        assert.equal(user.name ?? null, claim === "name" ? null : "Ada", `${claim}\n${world.log()}`);
        assert.equal(user.email ?? null, claim === "email" ? null : ADA, claim);
        assert.equal(user.image ?? null, null, claim);
        assert.doesNotMatch(world.log(), /AdapterError/);
      }
    },
  );

  test(
    `an id at a provider of more than 320 characters is refused as what it is, with ${name}`,
    { skip },
    async () => {
      for (const length of [320, 321, 4000]) {
        const world = openDatabase({ adapter: await open() });
        const sub = toBase64Url(crypto.getRandomValues(new Uint8Array(length))).slice(0, length);
        world.idp.login({ sub, name: "Ada", email: ADA });
        await world.signIn();
        assert.equal(await world.session() !== null, length === 320, `${length}\n${world.log()}`);
        assert.doesNotMatch(world.log(), /AdapterError/);
        if (length > 320) assert.match(world.log(), /its id has more than 320 characters/);
      }
    },
  );

  testForms(`a user with a long id has a note and a second factor, with ${name}`, async () => {
    if (skip) return;
    const user = { name: "Ada", emailVerified: new Date(0) };
    for (const [index, id] of ["i".repeat(246), "ü".repeat(150), "😀".repeat(100)].entries()) {
      const world = openFactors({ adapter: await open() });
      const email = `ada${index}@example.com`;
      await world.db.adapter.createUser({ id, email, ...user });
      await world.ask(email);
      await world.follow();
      const kit = await world.turnOn();
      await world.signOut();
      await world.ask(email);
      const page = await world.follow();
      await world.answer(page, { code: world.nextCode(kit) });
      assert.equal((await world.session())?.user.id, id, world.log());
    }
    const adapter = await open();
    await assert.rejects(
      async () => await adapter.createUser!({ id: "i".repeat(247), email: null, ...user }),
      /the id has 247 characters\. Write 1 to 246/,
    );
    await assert.rejects(
      async () => await adapter.createUser!({ id: "", email: null, ...user }),
      /Write 1 to 246/,
    );
  });
}
