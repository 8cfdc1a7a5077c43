import assert from "node:assert/strict";
import { test } from "node:test";
import type { TokenEndpointHandler } from "../../src/providers/types.ts";
import { WeChat } from "../../src/providers/wechat.ts";
import { signIn } from "./_catalogue.ts";
import wechat from "./catalogue/wechat.ts";

const withTokens = (json: unknown) => signIn({ ...wechat, token: { ...wechat.token, json } });

test("WeChat() sends users of a website application to the page with the QR code", async () => {
  const { user, authorizationUrl } = await signIn({ ...wechat, options: { platformType: "WebsiteApp" } });
  assert.deepEqual(user, wechat.user);
  assert.equal(authorizationUrl.pathname, "/connect/qrconnect");
  assert.equal(authorizationUrl.searchParams.get("scope"), "snsapi_login");
  assert.equal(authorizationUrl.hash, "#wechat_redirect");
});

test("WeChat() sends the secret in the query alone", async () => {
  const { redeem } = WeChat().token as TokenEndpointHandler;
  const inits: unknown[] = [];
  await redeem!({
    url: "https://api.weixin.qq.com/sns/oauth2/access_token",
    params: new URLSearchParams({ code: "code-1" }),
    headers: { authorization: "Basic eA==" },
    response: new URLSearchParams(),
    clientId: "client-1",
    clientSecret: "secret-1",
    fetch: async (_, init) => {
      inits.push(init);
      return await Promise.resolve(new Response());
    },
  });
  assert.deepEqual(inits, [{ headers: { accept: "application/json" } }]);
});

test("WeChat() refuses a code that was used before, whose error has status 200", async () => {
  const { user, log } = await withTokens({ errcode: 40163, errmsg: "code been used" });
  assert.equal(user, null);
  assert.match(log, /errcode_40163/);
});

test("WeChat() reports a wrong secret as a mistake in the config", async () => {
  const { user, log } = await withTokens({ errcode: 40125, errmsg: "invalid appsecret" });
  assert.equal(user, null);
  assert.match(log, /AUTH_WECHAT_SECRET/);
});

test("WeChat() refuses a user without unionid, who could not be found again", async () => {
  const [exchange] = wechat.profile!;
  const { unionid: _, ...json } = exchange!.json as Record<string, unknown>;
  const { user, log } = await signIn({ ...wechat, profile: [{ ...exchange!, json }] });
  assert.equal(user, null);
  assert.match(log, /returned no `id`/);
});
