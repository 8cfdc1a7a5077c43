import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth, type SignInParams } from "../../mod.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { assertFailed, type DatabaseWorld, openDatabase, storeUser } from "./_database.ts";
import { asked, confirm, link } from "./_mails.ts";
import { APP, cookiesOf, errorPage, SECRET } from "./_world.ts";

test("Auth() answers other requests while a sender hangs, and accepts the link that it sent", async () => {
  const world: DatabaseWorld = openDatabase({
    email: {
      sendVerificationRequest: (mail) => {
        world.mails.push({ code: "", ...mail });
        return mail.identifier === "ada@example.com" ? new Promise(() => {}) : undefined;
      },
    },
  });
  void world.ask();
  const other = world.visitor();
  await world.ask("grace@example.com", other);
  await world.follow(other);
  assert.equal((await world.sessionIn(other))?.user.email, "grace@example.com");
  const sent = world.mails.find(({ identifier }) => identifier === "ada@example.com")!;
  const page = await confirm(world.visitor(), sent.url);
  assert.equal(page.url, `${APP}/home`, world.log());
});

test("Auth() waits thirty seconds for a sender, then says that the mail could not be sent", async () => {
  const world: DatabaseWorld = openDatabase({
    email: {
      sendVerificationRequest: () => {
        queueMicrotask(() => world.platform.tick(30));
        return new Promise(() => {});
      },
    },
  });
  await assertFailed(world, await world.ask(), ["signin", "EmailSignInError"]);
  assert.deepEqual(world.db.tokens(), []);
  assert.match(world.log(), /No answer within 30 seconds/);
});

test("Auth() sends no mail that callbacks.signIn refuses (EM-14)", async () => {
  const verdicts = [
    () => false,
    () => {
      throw new Error("banned");
    },
  ];
  for (const signIn of verdicts) {
    const world = openDatabase({ callbacks: { signIn } });
    const page = await world.ask();
    await assertFailed(world, page, ["error", "AccessDenied"]);
    assert.doesNotMatch(page.html, /banned/);
    assert.deepEqual([world.mails, world.db.tokens()], [[], []]);
  }
  const world = openDatabase({ callbacks: { signIn: () => "/waiting-list" } });
  assert.equal((await world.ask()).url, `${APP}/waiting-list`);
  assert.deepEqual([world.mails, world.db.tokens()], [[], []]);
});

test("Auth() creates no user if callbacks.signIn refuses when the link is used (EM-15)", async () => {
  const world = await asked({ callbacks: { signIn: ({ email }) => email?.verificationRequest === true } });
  await assertFailed(world, await world.follow(), ["error", "AccessDenied"]);
  assert.deepEqual([await world.db.users(), await world.db.sessions()], [[], []]);
});

test("callbacks.signIn is told of the mail when it is asked for, and of nothing when it is used", async () => {
  const seen: SignInParams[] = [];
  const world = openDatabase({ callbacks: { signIn: (params) => seen.push({ ...params }) > 0 } });
  const ada = await storeUser(world);
  const account = { provider: "email", type: "email", providerAccountId: "ada@example.com" } as const;
  await world.ask();
  await world.follow();
  assert.deepEqual(seen, [{ user: ada, account, email: { verificationRequest: true } }, {
    user: ada,
    account,
  }]);
  seen.length = 0;
  await world.ask("bob@example.com");
  assert.equal(seen[0]!.user.email, "bob@example.com");
});

test("Auth() accepts links of an old secret while it is configured", async () => {
  const world = await asked();
  const changed = (secret: string[]) => {
    const config = { ...world.config, secret };
    world.platform.sites[APP] = (request) => Auth(request, config);
  };
  const fresh = "another-secret-of-forty-characters-00001";
  changed([fresh]);
  const other = world.visitor();
  assert.match((await confirm(other, link(world))).url, /error=Verification/);
  changed([fresh, SECRET]);
  await confirm(other, link(world));
  assert.equal((await world.sessionIn(other))?.user.email, "ada@example.com", world.log());
});

test("Auth() passes provider, request, fetch, code and theme to sendVerificationRequest()", async () => {
  const world = await asked({ theme: { brandColor: "#123456" }, email: { from: "us@app.test" } });
  const { provider, request, fetch, code, theme } = world.mails[0]!;
  assert.match(code, /^\d{8}$/);
  assert.deepEqual([provider.id, provider.from, theme], ["email", "us@app.test", { brandColor: "#123456" }]);
  assert.equal(request.url, `${APP}/auth/signin/email`);
  assert.equal((await request.json()).email, "ada@example.com");
  world.platform.sites["https://mail.test"] = () => new Promise(() => {});
  const sending = fetch("https://mail.test/send", { method: "POST" });
  world.platform.tick(10);
  await assert.rejects(sending, /did not answer within 10 seconds/);
});

test("Auth() mails to the result of normalizeIdentifier, and rejects an address for which it throws", async () => {
  const world = openDatabase({
    email: {
      normalizeIdentifier: (address) => {
        if (!address.endsWith("@example.com")) throw new Error("not one of us");
        return address.replace(/\+.*@/, "@");
      },
    },
  });
  await world.ask("ada+news@example.com");
  assert.equal(world.mails[0]!.identifier, "ada@example.com");
  await assertFailed(world, await world.ask("eve@evil.test"), ["signin", "InvalidEmail"]);
});

test("Auth() seals the cookie of a mail, and lets it end with the mail", async () => {
  const world = openDatabase({ email: { maxAge: 60 } });
  const response = await world.post("signin/email", { email: "ada@example.com" });
  assert.match(
    cookiesOf(response)["__Host-latchkey.mail"]!,
    /^__Host-latchkey\.mail=[\w.-]+; Max-Age=60; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
});

/** A database that counts the tokens it is given. */
function counting() {
  const adapter = Memory();
  const stored: unknown[] = [];
  const createVerificationToken = async (token: Parameters<typeof adapter.createVerificationToken>[0]) => {
    stored.push(token);
    return await adapter.createVerificationToken(token);
  };
  return { adapter: { ...adapter, createVerificationToken }, stored };
}

for (const token of ["123456", "", "a".repeat(21), "\u{1f511}".repeat(10), 12345678901234567890123, {}]) {
  test(`Auth() mails no token that could be guessed: ${JSON.stringify(token)} (EM-23)`, async () => {
    const { adapter, stored } = counting();
    const world = openDatabase({ adapter, email: { generateVerificationToken: () => token as string } });
    assert.equal((await world.ask()).url, errorPage("Configuration"));
    assert.match(
      world.log(),
      /fewer than 22 random characters.*mail the `code`.*leave `generateVerificationToken` out/,
    );
    assert.deepEqual([world.mails, stored], [[], []]);
  });
}

test("Auth() mails tokens of 22 characters and more, whether they come at once or as a promise", async () => {
  for (const token of ["a".repeat(22), crypto.randomUUID(), Promise.resolve("z".repeat(43))]) {
    const world = openDatabase({ email: { generateVerificationToken: () => token } });
    await world.ask();
    assert.equal(world.mails[0]!.token, await token, world.log());
    assert.equal((await world.follow()).url, `${APP}/home`);
  }
});

test("Auth() mails the library's own token where generateVerificationToken returns nothing", async () => {
  for (const nothing of [undefined, null]) {
    const world = openDatabase({ email: { generateVerificationToken: () => nothing as never } });
    await world.ask();
    assert.match(world.mails[0]!.token, /^[\da-f]{64}$/);
  }
});
