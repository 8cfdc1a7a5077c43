import assert from "node:assert/strict";
import { test } from "node:test";
import { signIn } from "./_catalogue.ts";
import twitter from "./catalogue/twitter.ts";

test("Twitter() asks for the confirmed address, which counts as verified", async () => {
  const [exchange] = twitter.profile!;
  const { data } = exchange!.json as { readonly data: object };
  const { user, problems, authorizationUrl } = await signIn({
    ...twitter,
    options: {
      authorization: { params: { scope: "users.read tweet.read users.email" } },
      userinfo: { params: { "user.fields": "profile_image_url,confirmed_email" } },
    },
    profile: [{
      request: "GET https://api.x.com/2/users/me?user.fields=profile_image_url%2Cconfirmed_email",
      json: { data: { ...data, confirmed_email: "ada@example.com" } },
    }],
  });
  assert.deepEqual(problems, []);
  assert.deepEqual(user, { ...twitter.user, email: "ada@example.com", verified: true });
  assert.equal(authorizationUrl.searchParams.get("scope"), "users.read tweet.read users.email");
});
