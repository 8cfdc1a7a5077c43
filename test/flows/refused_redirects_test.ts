import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { type ActionRequest, mount } from "../../src/integrations/mount/integration.ts";
import { Credentials } from "../../src/providers/credentials.ts";
import { testPlatform } from "../../src/testing/mod.ts";
import { openDatabase } from "./_database.ts";
import { APP, openPlain, SECRET, type World } from "./_world.ts";

const FOREIGN = "https://shop.example/cart?token=hidden";

/** The warnings of a world about refused addresses. */
function refusals({ platform }: Pick<World, "platform">): string[] {
  return platform.lines.filter(({ text }) => text.includes("refused-redirect:")).map(({ text }) => text);
}

/** Each way in which an address comes in. */
const WAYS: Readonly<Record<string, (world: World) => Promise<unknown>>> = {
  "the sign-in page": ({ browser }) =>
    browser.open(`${APP}/auth/signin?${new URLSearchParams({ callbackUrl: FOREIGN })}`),
  "the form of a sign-in": ({ post }) => post("signin/idp", { callbackUrl: FOREIGN }),
  "the query of a sign-in": ({ post }) => post(`signin/idp?${new URLSearchParams({ callbackUrl: FOREIGN })}`),
  "the form of a sign-out": ({ post }) => post("signout", { callbackUrl: FOREIGN }),
  "a failed callback": ({ browser }) =>
    browser.open(`${APP}/auth/callback/idp?${new URLSearchParams({ callbackUrl: FOREIGN, state: "x" })}`),
};

for (const [way, send] of Object.entries(WAYS)) {
  test(`a foreign address is named once in the log, by ${way}`, async () => {
    const world = openPlain();
    await send(world);
    await send(world);
    const [line, ...others] = refusals(world);
    assert.match(
      line!,
      /a redirect to https:\/\/shop\.example was refused: the application is at https:\/\/app\.test\. If/,
    );
    assert.match(line!, /let `callbacks\.redirect` return its URLs/);
    assert.doesNotMatch(line!, /cart|hidden/);
    assert.deepEqual(others, []);
  });
}

test("an own address that is too long is named in the log, which does not repeat it", async () => {
  const callbackUrl = `/report?${"x".repeat(3000)}`;
  for (
    const send of [
      ({ browser }: World) => browser.open(`${APP}/auth/signin?${new URLSearchParams({ callbackUrl })}`),
      ({ post }: World) => post("signin/idp", { callbackUrl }),
      ({ post }: World) => post("signout", { callbackUrl }, { json: true }),
    ]
  ) {
    const world = openPlain();
    await send(world);
    await send(world);
    const [line, ...others] = refusals(world);
    assert.match(line!, /a redirect to a longer URL was refused: write an http or https URL of at most 2048/);
    assert.doesNotMatch(line!, /report|xxx/);
    assert.deepEqual(others, []);
  }
});

test("a foreign address that callbacks.signIn returns is named in the log", async () => {
  const world = openPlain({ callbacks: { signIn: () => FOREIGN } });
  await world.signIn();
  assert.equal(refusals(world).length, 1);
});

test("a foreign address in a mailed link is named in the log", async () => {
  const world = openDatabase();
  await world.ask();
  const url = new URL(world.mails[0]!.url);
  url.searchParams.set("callbackUrl", FOREIGN);
  await world.visitor().open(url.href);
  assert.equal(refusals(world).length, 1);
});

test("the log names at most ten of the sites that requests invent", async () => {
  const world = openPlain();
  for (let i = 0; i < 30; i++) {
    const query = new URLSearchParams({ callbackUrl: `https://evil${i}.test/` });
    await world.browser.open(`${APP}/auth/signin?${query}`);
  }
  assert.equal(refusals(world).length, 10);
});

test("a site that callbacks.redirect allows, and an own address, are not in the log", async () => {
  const world = openPlain({ callbacks: { redirect: ({ url }) => url } });
  await WAYS["the form of a sign-in"]!(world);
  const own = openPlain();
  await own.browser.open(`${APP}/auth/signin?callbackUrl=/home`);
  assert.deepEqual([...refusals(world), ...refusals(own)], []);
});

test("the application's own redirectTo is named in the log, the site of a link that led there is not", async () => {
  const platform = testPlatform();
  const auth = mount({
    url: APP,
    secret: SECRET,
    platform,
    adapter: Memory(),
    session: { strategy: "jwt" },
    providers: [Credentials({ credentials: {}, authorize: () => ({ id: "1" }) })],
  }, {});
  const request = (referer: string): ActionRequest => ({
    url: `${APP}/login`,
    headers: new Headers({ referer }),
  });
  const linked = await auth.signIn(request("https://news.example/item"), {});
  await assert.rejects(auth.signOut(request("https://news.example/item"), {}), { type: "MissingCSRF" });
  assert.match(linked.url, /\/auth\/signin\?callbackUrl=https%3A%2F%2Fapp\.test%2F$/);
  assert.deepEqual(refusals({ platform }), []);
  await auth.signIn(request(APP), { providerId: "credentials", redirectTo: FOREIGN });
  assert.equal(refusals({ platform }).length, 1);
  await auth.signOut(request(`${APP}/login?callbackUrl=https%3A%2F%2Fother.example`), {});
  assert.equal(refusals({ platform }).length, 2);
});
