/**
 * Two sealed cookies of one name that both open: after a change of `domain` or `path`, a browser keeps the cookie of before.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { sessionOf } from "../../src/core/resolve_session.ts";
import { serializeCookie } from "../../src/http/cookies.ts";
import { AccessTokens } from "../../src/features/provider_tokens/access_tokens.ts";
import { openDatabase } from "./_database.ts";
import { openOAuth } from "./_oauth.ts";
import { testForms } from "./_password_forms.ts";
import { openFactors } from "./_second_factor.ts";
import { sendCookies } from "./_sent_cookies.ts";
import { getToken } from "./_token_calls.ts";
import { APP, app, request, type World } from "./_world.ts";
import { chosen } from "../_short.ts";

/** Sends a cookie of the browser, as it is now, before or behind the one that it will have. */
function keep(world: World, name: string, isFirst: boolean): void {
  const { value } = world.browser.cookies(APP).find((each) => each.name === `__Host-latchkey.${name}`)!;
  const older = `__Host-latchkey.${name}=${value}`;
  sendCookies(world, (own) => isFirst ? [older, own] : [own, older]);
}

for (const isFirst of [true, false]) {
  const where = isFirst ? "behind" : "before";

  testForms(`a device is remembered by its newest cookie, ${where} an older one (SE-40)`, async () => {
    const world = openFactors();
    const kit = await world.registerWithFactor();
    const remember = async () =>
      await world.answer(await world.enter(), { code: world.nextCode(kit), remember: "on" });
    await remember();
    keep(world, "remembered-device", isFirst);
    const [ada] = await world.db.users();
    const row = (await world.db.adapter.rows.find("secondFactors", { userId: ada!.id }))!;
    await world.db.adapter.rows.store(
      "secondFactors",
      { ...row, version: row.version + 1, devices: null },
      row.version,
    );
    await world.signOut();
    await remember();
    await world.signOut();
    assert.equal((await world.enter()).url, `${APP}/home`, world.log());
  });

  testForms(`the newest of two sign-ins goes on that wait, ${where} an older one (SE-40)`, async () => {
    const world = openFactors();
    const kit = await world.registerWithFactor();
    await world.enter();
    keep(world, "second-factor", isFirst);
    world.platform.tick(1);
    await world.answer(await world.enter(), { code: world.nextCode(kit) });
    assert.ok(await world.session(), world.log());
  });

  test(`the code of the newest mail works, ${where} the cookie of an older one (SE-40)`, async () => {
    const world = openDatabase();
    await world.ask();
    keep(world, "mail", isFirst);
    world.platform.tick(60);
    await (await world.ask()).submit("/auth/callback/email", { code: world.mails.at(-1)!.code });
    assert.ok(await world.session(), world.log());
  });

  test(`the newest tokens of a provider are renewed, ${where} an older cookie (SE-40)`, async () => {
    const world = openOAuth({}, {
      features: [AccessTokens({ keptIn: "cookie" })],
      idp: { refreshTokens: "rotated" },
    });
    const { sites } = world.platform;
    const library = sites[APP]!;
    sites[APP] = async (request) => {
      if (new URL(request.url).pathname !== "/token") return await library(request);
      const { read } = await sessionOf(request, world.config);
      const wanted = { userId: read?.userId ?? "", provider: "idp", canSetCookies: () => true };
      const { accessToken, cookies } = await getToken(request, wanted, world.config);
      return new Response(accessToken, {
        headers: cookies.map((each) => ["set-cookie", serializeCookie(each)] as [string, string]),
      });
    };
    await world.signIn();
    keep(world, "provider-tokens", isFirst);
    for (let hours = 0; hours < 3; hours++) {
      world.platform.tick(3700);
      assert.ok(await (await world.browser.fetch(`${APP}/token`)).text(), world.log());
    }
    const sent = world.idp.requests.flatMap(({ params }) => params.get("refresh_token") ?? []);
    assert.equal(new Set(sent).size, 3, sent.join());
  });
}

for (const strategy of chosen(["database", "jwt"] as const)) {
  test(`a page outside of the path of the session cookie leaves that cookie, with ${strategy}, beside one of a former path (SE-40)`, async () => {
    const cookies = (path: string) => ({ sessionToken: { name: "sid", options: { path } } });
    const world = openDatabase({ session: { strategy }, cookies: cookies("/") });
    const sids = () => world.browser.cookies(`${APP}/auth/session`).filter(({ name }) => name === "sid");
    await world.signIn();
    const former = sids()[0]!.value;
    await world.post("signout");
    const changed = { ...world.config, cookies: cookies("/auth") };
    world.platform.sites[APP] = async (request) => await app(request, changed);
    await world.signIn();
    const { value } = sids()[0]!;
    // The browser sends only the one of before, which has ended.
    const ended = strategy === "jwt" ? `${former}x` : former;
    const seen = async (path: string, cookie: string) =>
      (await sessionOf(request(path, { headers: { cookie } }), changed)).cookies.map(serializeCookie);
    for (const path of ["/home", "/", "/authors"]) {
      assert.deepEqual(await seen(path, `sid=${ended}`), [], path);
    }
    assert.match((await seen("/auth/own", `sid=${ended}`)).join(), /^sid=; Max-Age=0; Path=\/auth;/);
    assert.deepEqual(await seen("/auth/own", `sid=${ended}; sid=${value}`), []);
  });
}
