import assert from "node:assert/strict";
import { test } from "node:test";
import type { TokenEndpointHandler } from "../../src/model/provider.ts";
import { WeChat } from "../../src/providers/wechat.ts";
import { signIn } from "./_catalogue.ts";
import wechat from "./catalogue/wechat.ts";

for (
  const [options, path, scope] of [
    [{}, "oauth2/authorize", "snsapi_userinfo"],
    [{ platformType: "WebsiteApp" }, "qrconnect", "snsapi_login"],
  ] as const
) {
  test(`WeChat is sent the parameters in the order that WeChat demands: ${path}`, async () => {
    const { authorizationUrl } = await signIn({ ...wechat, options });
    // WeChat documents letters and digits, at most 128.
    const url = authorizationUrl.href.replace(/state=[\da-zA-Z]{32,128}(?=#)/, "state=*");
    assert.equal(
      url,
      `https://open.weixin.qq.com/connect/${path}?appid=client-1&redirect_uri=https%3A%2F%2Fapp.test%2Fauth%2Fcallback%2Fwechat` +
        `&response_type=code&scope=${scope}&state=*#wechat_redirect`,
    );
  });
}

test("WeChat is sent further parameters after those of the pattern, also of a URL in the options", async () => {
  const { user, authorizationUrl } = await signIn({
    ...wechat,
    options: {
      authorization: {
        url: "https://open.weixin.qq.com/connect/oauth2/authorize?forcePopup=true#wechat_redirect",
        params: { lang: "en" },
      },
    },
  });
  assert.ok(user);
  assert.deepEqual([...authorizationUrl.searchParams.keys()], [
    "appid",
    "redirect_uri",
    "response_type",
    "scope",
    "state",
    "forcePopup",
    "lang",
  ]);
  assert.equal(authorizationUrl.hash, "#wechat_redirect");
});

test("WeChat is sent the secret in the query alone", async () => {
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
