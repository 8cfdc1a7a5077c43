import assert from "node:assert/strict";
import { test } from "node:test";
import TikTokByDefault, { TikTok } from "../../src/providers/tiktok.ts";
import { VideoApp } from "../../src/providers/videoapp.ts";

test("TikTok() is the video app under its own name", () => {
  const options = { clientId: "the-key" };
  const provider = TikTok(options);
  assert.equal(provider.id, "tiktok");
  assert.equal(provider.name, "TikTok");
  assert.equal(provider.style?.brandColor, "#000");
  assert.equal(provider.options, options);
  assert.deepEqual(provider.userinfo, VideoApp().userinfo);
  assert.deepEqual(provider.client, VideoApp().client);
  assert.equal(TikTokByDefault, TikTok);
});

test("TikTok() has TikTok's endpoints", () => {
  const { authorization, token, userinfo } = TikTok();
  const urls = [authorization, token, userinfo].map((endpoint) => (endpoint as { url: string }).url);
  assert.deepEqual(urls, [
    "https://www.tiktok.com/v2/auth/authorize",
    "https://open.tiktokapis.com/v2/oauth/token/",
    "https://open.tiktokapis.com/v2/user/info/",
  ]);
});
