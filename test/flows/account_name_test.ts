import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { TikTok } from "../../src/providers/tiktok.ts";
import { VideoApp } from "../../src/providers/videoapp.ts";
import { type Browser, type FakeProvider, testBrowser } from "../../src/testing/mod.ts";
import { APP, open, type World } from "./_world.ts";

const APPS = { tiktok: TikTok, videoapp: VideoApp };

/** One of the two video apps, at the fake provider. */
function at(idp: FakeProvider, id: keyof typeof APPS) {
  const { clientId, clientSecret, metadata } = idp;
  return APPS[id]({
    clientId,
    clientSecret,
    authorization: { url: metadata.authorization_endpoint },
    token: { url: metadata.token_endpoint },
    userinfo: { url: metadata.userinfo_endpoint },
    verifiedEmail: true,
    allowDangerousEmailAccountLinking: true,
  });
}

function openApps(adapter?: ReturnType<typeof Memory>): World {
  return open({
    idp: { clientAuthentication: "client_secret_post" },
    providers: (idp) => [at(idp, "tiktok"), at(idp, "videoapp")],
    ...(adapter && { adapter }),
  });
}

/** Signs a new visitor in, and returns the session. */
async function signIn({ idp, platform }: World, id: keyof typeof APPS, username: string) {
  const browser: Browser = testBrowser(platform.sites, { now: platform.now });
  idp.login({ data: { user: { open_id: `${id}-${username}`, username } } });
  const page = await browser.open(`${APP}/auth/signin`);
  await page.submit(`/auth/signin/${id}`);
  return (await browser.fetch(`${APP}/auth/session`)).json();
}

test("Auth() shows the account name of a video app in place of an address, without a database", async () => {
  const world = openApps();
  const { user } = await signIn(world, "videoapp", "ada");
  assert.deepEqual([user.name, user.email], ["ada", "ada"], world.log());
});

test("Auth() keeps users of two video apps apart who have the same account name", async () => {
  const adapter = Memory();
  const world = openApps(adapter);
  for (const id of ["tiktok", "videoapp", "tiktok", "videoapp"] as const) {
    assert.equal((await signIn(world, id, "ada"))?.user.name, "ada", world.log());
  }
  const owners = await Promise.all(
    (["tiktok", "videoapp"] as const).map((provider) =>
      adapter.getUserByAccount({ provider, providerAccountId: `${provider}-ada` })
    ),
  );
  assert.notEqual(owners[0]!.id, owners[1]!.id);
  assert.deepEqual(owners.map((owner) => [owner!.email, owner!.emailVerified]), [[null, null], [null, null]]);
});

test("Auth() finds no user by an account name, whatever it looks like", async () => {
  for (const email of ["ada", "victim@example.com"]) {
    const adapter = Memory();
    const victim = await adapter.createUser({ id: "1", name: "Victim", email, emailVerified: new Date(0) });
    const world = openApps(adapter);
    assert.equal((await signIn(world, "tiktok", email))?.user.name, email, world.log());
    const owner = await adapter.getUserByAccount({
      provider: "tiktok",
      providerAccountId: `tiktok-${email}`,
    });
    assert.notEqual(owner!.id, victim.id);
    assert.deepEqual(await adapter.listAccountsByUserId(victim.id), []);
  }
});
