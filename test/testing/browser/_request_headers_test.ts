import assert from "node:assert/strict";
import { test } from "node:test";
import { testBrowser } from "../../../src/testing/mod.ts";
import { APP, type Echo, echo, EVIL, html, redirectTo, SIBLING, world } from "./_sites.ts";

test("testBrowser() sends Fetch Metadata, Origin and Referer as browsers do", async () => {
  const browser = world({
    [APP]: (request) =>
      request.url.endsWith("/form") ? html('<form method=post action="/p?q#f"></form>') : echo(request),
  });
  const facts = async (page: { json(): unknown } | Promise<{ json(): unknown }>) => {
    const seen = await (await page).json() as Echo;
    const names = ["sec-fetch-site", "sec-fetch-mode", "sec-fetch-dest", "origin", "referer"];
    return names.map((name) => seen[name] ?? "-").join(" ");
  };
  const evil = await browser.open(`${EVIL}/a?b#c`);
  assert.equal(await facts(browser.open(APP)), "none navigate document - -");
  assert.equal(
    await facts((await browser.open(`${APP}/form`)).submit()),
    `same-origin navigate document ${APP} ${APP}/form`,
  );
  assert.equal(await facts(evil.submit("Post")), `cross-site navigate document ${EVIL} ${EVIL}/`);
  assert.equal(await facts(evil.follow("Link")), `cross-site navigate document - ${EVIL}/`);
  assert.equal(
    await facts((await browser.open(SIBLING)).submit("Post")),
    `same-site navigate document ${SIBLING} ${SIBLING}/`,
  );
  assert.equal(await facts(browser.fetch(`${APP}/x`)), `same-origin cors empty - ${APP}/x`);
  assert.equal(
    await facts(browser.fetch(`${APP}/x`, { method: "POST" })),
    `same-origin cors empty ${APP} ${APP}/x`,
  );
  assert.equal(await facts(evil.fetch(APP)), `cross-site cors empty ${EVIL} ${EVIL}/`);
  assert.equal(await facts(evil.fetch(APP, { mode: "no-cors" })), `cross-site no-cors empty - ${EVIL}/`);
});

test("testBrowser() derives Origin and Referer from the page's Referrer-Policy", async () => {
  const expected: Readonly<Record<string, readonly [own: string, foreign: string]>> = {
    "": [`${APP} ${APP}/f?g`, `${APP} ${APP}/`],
    "no-referrer": ["null -", "null -"],
    "no-referrer-when-downgrade": [`${APP} ${APP}/f?g`, `${APP} ${APP}/f?g`],
    "origin": [`${APP} ${APP}/`, `${APP} ${APP}/`],
    "origin-when-cross-origin": [`${APP} ${APP}/f?g`, `${APP} ${APP}/`],
    "same-origin": [`${APP} ${APP}/f?g`, "null -"],
    "strict-origin": [`${APP} ${APP}/`, `${APP} ${APP}/`],
    "unknown, unsafe-url, strict-origin-when-cross-origin": [`${APP} ${APP}/f?g`, `${APP} ${APP}/`],
    "unsafe-url, unknown": [`${APP} ${APP}/f?g`, `${APP} ${APP}/f?g`],
  };
  for (const [policy, [own, foreign]] of Object.entries(expected)) {
    const browser = testBrowser({
      [APP]: (request) =>
        request.method === "POST"
          ? echo(request)
          : html(`<form method=post action=/p></form><form method=post action="${EVIL}/p"></form>`, {
            "referrer-policy": policy,
          }),
      [EVIL]: echo,
    });
    const page = await browser.open(`${APP}/f?g#h`);
    const seen = async (index: number) => {
      const { origin, referer } = (await page.submit(index)).json<Echo>();
      return `${origin ?? "-"} ${referer ?? "-"}`;
    };
    assert.equal(await seen(0), own, policy);
    assert.equal(await seen(1), foreign, policy);
  }
});

test("testBrowser() sends neither Referer nor Fetch Metadata to http sites", async () => {
  const plain = "http://plain.test";
  const browser = testBrowser({
    [APP]: () => html(`<form method=post action="${plain}"></form>`),
    [plain]: echo,
  });
  const seen = (await (await browser.open(APP)).submit()).json<Echo>();
  assert.equal(seen.origin, "null");
  assert.equal(seen.referer, undefined);
  assert.equal(seen["sec-fetch-site"], undefined);
});

test("testBrowser() never lengthens the Referer on a chain of redirects", async () => {
  const chainWith = async (policy: string, atRedirect: string) => {
    const browser = testBrowser({
      [APP]: (request) =>
        request.url.endsWith("/end")
          ? echo(request)
          : html(`<a href="${EVIL}">Go</a>`, { "referrer-policy": policy }),
      [EVIL]: () =>
        new Response(null, {
          status: 302,
          headers: { location: `${APP}/end`, "referrer-policy": atRedirect },
        }),
    });
    return (await (await browser.open(`${APP}/a?b`)).follow("Go")).json<Echo>().referer;
  };
  assert.equal(await chainWith("", ""), `${APP}/`);
  assert.equal(await chainWith("same-origin", ""), undefined);
  assert.equal(await chainWith("no-referrer", "unsafe-url"), undefined);
  assert.equal(await chainWith("unsafe-url", ""), `${APP}/a?b`);
  assert.equal(await chainWith("unsafe-url", "no-referrer"), undefined);
});

test("testBrowser() sends Origin: null when another site passed the form on", async () => {
  const browser = testBrowser({
    [APP]: (request) =>
      request.method === "GET" ? html(`<form method=post action="${EVIL}"></form>`) : echo(request),
    [EVIL]: () => redirectTo(`${APP}/p`, 307),
  });
  assert.equal((await (await browser.open(APP)).submit()).json<Echo>().origin, "null");
});
