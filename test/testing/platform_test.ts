import assert from "node:assert/strict";
import { test } from "node:test";
import { type Site, testPlatform } from "../../src/testing/mod.ts";

const HOME = "https://home.test";

function platformAt(site: Site, other: Site = () => new Response("elsewhere")) {
  return testPlatform({ sites: { [HOME]: site, "https://other.test": other } });
}

test("testPlatform() starts in 2030 and moves only when told to", async () => {
  const platform = testPlatform();
  assert.equal(platform.now(), Date.parse("2030-01-01T00:00:00Z"));
  await new Promise((resolve) => setTimeout(resolve, 5));
  platform.tick(90);
  assert.equal(platform.now(), Date.parse("2030-01-01T00:01:30Z"));
  assert.equal(testPlatform({ now: 7 }).now(), 7);
});

test("testPlatform().random() repeats with a seed, and never within one platform", () => {
  const [one, same, other] = [
    testPlatform({ seed: 5 }),
    testPlatform({ seed: 5 }),
    testPlatform({ seed: 6 }),
  ];
  const drawn = Array.from({ length: 1000 }, () => one.random(16).join());
  assert.equal(new Set(drawn).size, 1000);
  assert.deepEqual(drawn, Array.from({ length: 1000 }, () => same.random(16).join()));
  assert.ok(!drawn.includes(other.random(16).join()));
  assert.equal(new Set(one.random(4096)).size, 256);
});

test("testPlatform().log() keeps lines in order", () => {
  const platform = testPlatform();
  platform.log("warn", "first");
  platform.log("error", "second");
  assert.deepEqual(platform.lines, [{ level: "warn", text: "first" }, { level: "error", text: "second" }]);
});

test("testPlatform().timer() rings once, when the clock reaches it, unless it is stopped", () => {
  const platform = testPlatform();
  const rung: string[] = [];
  platform.timer(1000, () => rung.push("short"));
  platform.timer(5000, () => rung.push("long"));
  const stop = platform.timer(1000, () => rung.push("stopped"));
  stop();
  platform.tick(0.999);
  assert.deepEqual(rung, []);
  platform.tick(0.001);
  platform.tick(1);
  assert.deepEqual(rung, ["short"]);
});

test("testPlatform().fetch() hands the request to the site of its origin", async () => {
  const platform = platformAt(async (request) =>
    Response.json([request.method, request.url, request.headers.get("x-a"), await request.text()])
  );
  const response = await platform.fetch(`${HOME}/a?b`, {
    method: "POST",
    headers: { "x-a": "1" },
    body: "c",
  });
  assert.deepEqual(await response.json(), ["POST", `${HOME}/a?b`, "1", "c"]);
});

test("testPlatform().fetch() rejects an unknown site, until it is added", async () => {
  const platform = testPlatform();
  await assert.rejects(platform.fetch("https://late.test/x"), {
    name: "TypeError",
    message: /no site at "https:\/\/late.test"/,
  });
  platform.sites["https://late.test"] = () => new Response("here");
  assert.equal(await (await platform.fetch("https://late.test/x")).text(), "here");
});

test("testPlatform().fetch() follows redirects, and drops the credentials at another origin", async () => {
  const seen: unknown[] = [];
  const platform = platformAt(
    () => new Response(null, { status: 307, headers: { location: "https://other.test/x" } }),
    async (request) => {
      seen.push(request.method, await request.text(), request.headers.get("authorization"));
      return new Response("elsewhere");
    },
  );
  const init = { method: "POST", body: "secret", headers: { authorization: "Basic x" } };
  assert.equal(await (await platform.fetch(`${HOME}/`, init)).text(), "elsewhere");
  assert.deepEqual(seen, ["POST", "secret", null]);
});

test("testPlatform().fetch() turns a POST into a GET at 302 and 303", async () => {
  for (const status of [302, 303]) {
    const platform = platformAt((request) =>
      request.url.endsWith("/next")
        ? new Response(request.method)
        : new Response(null, { status, headers: { location: "/next" } })
    );
    assert.equal(await (await platform.fetch(`${HOME}/`, { method: "POST", body: "x" })).text(), "GET");
  }
});

test("testPlatform().fetch() leaves a redirect alone when told to, and rejects it when told to", async () => {
  const platform = platformAt(() => new Response(null, { status: 302, headers: { location: "/again" } }));
  assert.equal((await platform.fetch(`${HOME}/`, { redirect: "manual" })).status, 302);
  await assert.rejects(platform.fetch(`${HOME}/`, { redirect: "error" }), /redirect/);
  await assert.rejects(platform.fetch(`${HOME}/`), /more than 20 redirects/);
});

test("testPlatform().fetch() rejects when its signal aborts", async () => {
  const platform = platformAt(() => new Promise(() => {}));
  const controller = new AbortController();
  const { signal } = controller;
  platform.timer(1000, () => controller.abort());
  const answer = platform.fetch(`${HOME}/`, { signal });
  platform.tick(1);
  await assert.rejects(answer, { name: "AbortError" });
  await assert.rejects(platform.fetch(`${HOME}/`, { signal }), { name: "AbortError" });
});

test("testPlatform().fetch() ends the body when its signal aborts", async () => {
  const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(8)) });
  const controller = new AbortController();
  const response = await platformAt(() => new Response(endless)).fetch(`${HOME}/`, {
    signal: controller.signal,
  });
  const reader = response.body!.getReader();
  assert.equal((await reader.read()).value?.length, 8);
  controller.abort(new Error("enough"));
  await assert.rejects(async () => {
    while (!(await reader.read()).done);
  }, /enough/);
});
