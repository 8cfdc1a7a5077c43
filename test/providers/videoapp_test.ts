import assert from "node:assert/strict";
import { test } from "node:test";
import type { EndpointHandler, OAuthUserConfig, ProviderUser } from "../../src/model/provider.ts";
import { VideoApp, type VideoAppProfile } from "../../src/providers/videoapp.ts";

const client = { clientId: "the-key", clientSecret: "secret" };

const ada = {
  open_id: "o-1815",
  avatar_url: "https://avatars.example.com/1815",
  display_name: "Ada Lovelace",
  username: "ada",
};

const ok = { code: "ok", log_id: "2022", message: "" };

function mapped(profile: unknown): ProviderUser {
  return VideoApp().profile!(profile as VideoAppProfile, {}) as ProviderUser;
}

function paramsOf(endpoint: unknown): unknown {
  const { params } = endpoint as EndpointHandler;
  return typeof params === "function" ? params(client) : params;
}

test("VideoApp() has the values of the specification", () => {
  const provider = VideoApp();
  assert.equal(provider.id, "videoapp");
  assert.equal(provider.type, "oauth");
  assert.equal(provider.issuer, undefined);
  assert.deepEqual(provider.client, { token_endpoint_auth_method: "client_secret_post" });
  assert.deepEqual(paramsOf(provider.userinfo), { fields: "open_id,avatar_url,display_name,username" });
  assert.match((provider.token as EndpointHandler).url!, /\/token\/$/);
});

test("VideoApp().authorization names the client by its key", () => {
  const { authorization } = VideoApp();
  assert.deepEqual(paramsOf(authorization), { client_key: "the-key", scope: "user.info.profile" });
});

test("VideoApp().token names the client by its key", () => {
  assert.deepEqual(paramsOf(VideoApp().token), { client_key: "the-key" });
});

test("VideoApp() keeps the options of the application as `options`", () => {
  const options: OAuthUserConfig<VideoAppProfile> = { userinfo: { params: { fields: "open_id,union_id" } } };
  assert.equal(VideoApp(Object.freeze(options)).options, options);
});

test("VideoApp().profile() maps a user, the account name in place of an e-mail address", () => {
  assert.deepEqual(mapped({ data: { user: ada }, error: ok }), {
    id: "o-1815",
    name: "Ada Lovelace",
    email: "ada",
    image: "https://avatars.example.com/1815",
  });
});

test("VideoApp().profile() prefers an e-mail address if there is one", () => {
  assert.equal(
    mapped({ data: { user: { ...ada, email: "ada@example.com" } }, error: ok }).email,
    "ada@example.com",
  );
});

test("VideoApp().profile() has no e-mail address without an account name", () => {
  const { username: _, ...anonymous } = ada;
  assert.equal(mapped({ data: { user: anonymous }, error: ok }).email, null);
});

test("VideoApp().profile() uses the account name without a display name", () => {
  for (const display_name of [undefined, ""]) {
    assert.equal(mapped({ data: { user: { ...ada, display_name } }, error: ok }).name, "ada");
  }
});

test("VideoApp().profile() drops an account name that looks like an address", () => {
  const user = { ...ada, username: "victim@example.com" };
  assert.equal(mapped({ data: { user }, error: ok }).email, null);
});

test("VideoApp().profile() names the error of an answer without a user", () => {
  const error = { code: "scope_not_authorized", log_id: "2022", message: "ask the user" };
  assert.throws(() => mapped({ data: {}, error }), /scope_not_authorized/);
  assert.throws(() => mapped({ data: { user: {} }, error }), /scope_not_authorized/);
  assert.throws(() => mapped({ error }), /scope_not_authorized/);
  assert.throws(() => mapped({ error }), /answered "scope_not_authorized": ask the user \(log_id 2022\)$/);
  assert.throws(() => mapped({}), /answered "no open_id"$/);
  assert.throws(() => mapped({}), /no open_id/);
});
