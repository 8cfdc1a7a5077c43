import assert from "node:assert/strict";
import { test } from "node:test";
import { type Site, testBrowser, testPlatform } from "../../../src/testing/mod.ts";
import { APP, type Echo, echo, EVIL, html, redirectTo, SIBLING, world } from "./_sites.ts";

/** Sets cookies at the application and returns those that the next request carries. */
async function afterSetting(cookies: readonly string[], next = `${APP}/`) {
  const browser = world({ "http://app.example.com": echo, "https://sub.app.example.com": echo });
  const query = new URLSearchParams(cookies.map((cookie) => ["set", cookie]));
  await browser.open(`${APP}/dir/page?${query}`);
  return { browser, sent: (await browser.open(next)).json<Echo>().cookie };
}

test("testBrowser() sends cookies back, longer paths first, then in the order they were set", async () => {
  const { sent } = await afterSetting(
    ["a=1; Path=/", "b=2; Path=/dir", "c=3", "a=4; Path=/"],
    `${APP}/dir/x`,
  );
  assert.equal(sent, "b=2; c=3; a=4");
});

test("testBrowser() honours Path, its default too", async () => {
  const cookies = ["a=1", "b=2; Path=/dir", "c=3; Path=/d"];
  assert.equal((await afterSetting(cookies, `${APP}/dir/x`)).sent, "a=1; b=2");
  assert.equal((await afterSetting(cookies, `${APP}/directory`)).sent, null);
});

test("testBrowser() honours Domain", async () => {
  const cookies = ["a=1; Path=/", "b=2; Path=/; Domain=app.example.com", "c=3; Path=/; Domain=.example.com"];
  assert.equal((await afterSetting(cookies, "https://sub.app.example.com/")).sent, "b=2; c=3");
  const { browser, sent } = await afterSetting([
    "d=1; Domain=evil.test",
    "e=2; Domain=com",
    "f=3; Domain=pp.example.com",
  ]);
  assert.equal(sent, null);
  assert.deepEqual(browser.refused.map(({ reason }) => /Domain/.test(reason)), [true, true, true]);
});

test("testBrowser() keeps a cookie whose Domain is localhost for localhost only, as browsers do", async () => {
  const LOCAL = "http://localhost:3000";
  const browser = testBrowser({ [LOCAL]: echo, "http://app.localhost:3000": echo });
  await browser.open(`${LOCAL}/?set=${encodeURIComponent("a=1; Path=/; Domain=localhost")}`);
  assert.equal((await browser.open(`${LOCAL}/`)).json<Echo>().cookie, "a=1");
  assert.equal((await browser.open("http://app.localhost:3000/")).json<Echo>().cookie, null);
  assert.deepEqual(browser.refused, []);
});

test("testBrowser() keeps Secure cookies away from http, both ways", async () => {
  const insecure = "http://app.example.com/";
  const { browser, sent } = await afterSetting(["a=1; Path=/; Secure", "b=2; Path=/"], insecure);
  assert.equal(sent, "b=2");
  await browser.open(
    `${insecure}?set=${encodeURIComponent("c=3; Secure")}&set=${encodeURIComponent("a=evil; Path=/")}`,
  );
  assert.deepEqual(browser.refused.map(({ header }) => header), ["c=3; Secure", "a=evil; Path=/"]);
  assert.equal((await browser.open(`${APP}/`)).json<Echo>().cookie, "a=1; b=2");
});

test("testBrowser() enforces the name prefixes", async () => {
  const good = ["__Host-a=1; Secure; Path=/", "__Secure-b=2; Secure; Path=/; Domain=example.com"];
  const bad = [
    "__Host-c=1; Path=/",
    "__Host-d=1; Secure; Path=/dir",
    "__Host-e=1; Secure; Path=/; Domain=app.example.com",
    "__secure-f=1; Path=/",
  ];
  const { browser, sent } = await afterSetting([...good, ...bad]);
  assert.equal(sent, "__Host-a=1; __Secure-b=2");
  assert.deepEqual(browser.refused.map(({ header }) => header), bad);
});

test("testBrowser() refuses cookies above 4096 bytes, without a name, or with control characters", () => {
  const browser = world();
  const set = (header: string) => () => browser.setCookie(APP, header);
  set(`n=${"x".repeat(4095)}; Path=/`)();
  assert.throws(set(`n=${"x".repeat(4096)}`), /4096 bytes/);
  assert.throws(set(`n=${"ä".repeat(2048)}`), /4096 bytes/);
  assert.throws(set("nothing"), /no name/);
  assert.throws(set("=x"), /no name/);
  assert.throws(set("a=\u0001"), /control character/);
});

test("testBrowser() forgets cookies by Max-Age and Expires, on its own clock", () => {
  const platform = testPlatform();
  const browser = testBrowser({ [APP]: echo }, { now: platform.now });
  const names = () => browser.cookies(APP).map(({ name }) => name).join("");
  browser.setCookie(APP, "a=1; Max-Age=10; Expires=Tue, 01 Jan 2030 00:01:00 GMT");
  browser.setCookie(APP, "b=1; Expires=Tue, 01 Jan 2030 00:01:00 GMT");
  browser.setCookie(APP, "c=1; Max-Age=soon");
  platform.tick(9);
  assert.equal(names(), "abc");
  platform.tick(1);
  assert.equal(names(), "bc");
  platform.tick(50);
  assert.equal(names(), "c");
  browser.setCookie(APP, "c=; Max-Age=0");
  assert.equal(names(), "");
});

test("testBrowser().cookies() returns all attributes of a cookie", () => {
  const platform = testPlatform();
  const browser = testBrowser({}, { now: platform.now });
  browser.setCookie(`${APP}/dir/page`, 'a="b=c"; HttpOnly; secure; SameSite=strict; max-age=60');
  assert.deepEqual(browser.cookies(APP), [{
    name: "a",
    value: '"b=c"',
    domain: "app.example.com",
    hostOnly: true,
    path: "/dir",
    secure: true,
    httpOnly: true,
    sameSite: "Strict",
    expires: platform.now() + 60_000,
  }]);
  assert.deepEqual(browser.cookies(SIBLING), []);
});

const SITES = [
  "s=1; Path=/; SameSite=Strict",
  "l=1; Path=/; SameSite=Lax",
  "n=1; Path=/; SameSite=None; Secure",
  "d=1; Path=/",
];

test("testBrowser() honours SameSite between sites: links, forms, scripts", async () => {
  const { browser } = await afterSetting([...SITES, "x=1; SameSite=None"]);
  assert.match(browser.refused[0]!.reason, /None and not Secure/);
  const cookie = async (
    leave: (page: Awaited<ReturnType<typeof browser.open>>) => Promise<{ json(): unknown }>,
    from = EVIL,
  ) => (await (await leave(await browser.open(`${from}/`))).json() as Echo).cookie;
  assert.equal(await cookie((page) => page.follow("Link")), "l=1; n=1; d=1");
  assert.equal(await cookie((page) => page.submit("Get")), "l=1; n=1; d=1");
  assert.equal(await cookie((page) => page.submit("Post")), "n=1");
  assert.equal(await cookie((page) => page.fetch(APP, { credentials: "include" })), "n=1");
  assert.equal(await cookie((page) => page.fetch(APP)), null);
  assert.equal(await cookie((page) => page.submit("Post"), SIBLING), "s=1; l=1; n=1; d=1");
  assert.equal(
    await cookie((page) => page.fetch(APP, { credentials: "include" }), SIBLING),
    "s=1; l=1; n=1; d=1",
  );
  assert.equal(await cookie((page) => page.fetch("/x", { credentials: "omit" }), APP), null);
});

test("testBrowser() treats a chain of redirects through another site as cross-site", async () => {
  const there: Site = () => redirectTo(`${APP}/back`);
  const away = world({ [EVIL]: there, [SIBLING]: () => html(`<a href="${EVIL}/">Go</a>`) });
  for (const cookie of SITES) away.setCookie(APP, cookie);
  const page = await (await away.open(SIBLING)).follow("Go");
  assert.equal(page.json<Echo>().cookie, "l=1; n=1; d=1");
  assert.equal(page.json<Echo>()["sec-fetch-site"], "cross-site");
  assert.equal((await away.open(APP)).json<Echo>().cookie, "s=1; l=1; n=1; d=1");
});

test("testBrowser() lets a cross-site script set nothing but SameSite=None cookies", async () => {
  const browser = world();
  const set = encodeURIComponent("l=1; Path=/");
  const none = encodeURIComponent("n=1; Path=/; Secure; SameSite=None");
  const page = await browser.open(EVIL);
  await page.fetch(`${APP}/?set=${set}&set=${none}`, { credentials: "include" });
  assert.deepEqual(browser.cookies(APP).map(({ name }) => name), ["n"]);
  assert.match(browser.refused[0]!.reason, /cross-site/);
});
