import assert from "node:assert/strict";
import { test } from "node:test";
import type { EndpointHandler, ProviderUser } from "../../src/model/provider.ts";
import { VideoApp, type VideoAppProfile } from "../../src/providers/videoapp.ts";

const ADA = {
  open_id: "o-1815",
  avatar_url: "https://avatars.example.com/1815",
  display_name: "Ada Lovelace",
  username: "ada",
};

function mapped(profile: unknown): ProviderUser {
  return VideoApp().profile!(profile as VideoAppProfile, {}) as ProviderUser;
}

test("the video app is asked for the account name too, by a client that its key names", () => {
  const { authorization, userinfo } = VideoApp();
  const { params } = authorization as EndpointHandler;
  assert(typeof params === "function");
  assert.deepEqual(params({ clientId: "the-key" }), { client_key: "the-key", scope: "user.info.profile" });
  assert.deepEqual((userinfo as EndpointHandler).params, {
    fields: "open_id,avatar_url,display_name,username",
  });
});

const USER = { id: "o-1815", name: "Ada Lovelace", image: ADA.avatar_url };

for (
  const [what, fields, user] of [
    ["the account name in place of an email address", {}, { email: "ada" }],
    ["the email address if there is one", { email: "ada@example.com" }, { email: "ada@example.com" }],
    ["no email address without an account name", { username: undefined }, { email: null }],
    ["no account name that looks like an address", { username: "victim@example.com" }, { email: null }],
    ["the account name without a display name", { display_name: undefined }, { name: "ada", email: "ada" }],
    ["the account name with an empty display name", { display_name: "" }, { name: "ada", email: "ada" }],
  ] as const
) {
  test(`the video app's user has ${what}`, () => {
    const profile = {
      data: { user: { ...ADA, ...fields } },
      error: { code: "ok", log_id: "2022", message: "" },
    };
    assert.deepEqual(mapped(profile), { ...USER, ...user });
  });
}

test("an answer of the video app without a user is an error with its code", () => {
  const error = { code: "scope_not_authorized", log_id: "2022", message: "ask the user" };
  for (const rest of [{ data: {} }, { data: { user: {} } }, {}]) {
    assert.throws(
      () => mapped({ ...rest, error }),
      /answered "scope_not_authorized": ask the user \(log_id 2022\)$/,
    );
  }
  assert.throws(() => mapped({}), /answered "no open_id"$/);
});
