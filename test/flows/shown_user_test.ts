import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { APP, oidc, open } from "./_world.ts";
import { chosen } from "../_short.ts";

/** An administrator is signed in, and the application shows another user, as the recipe for impersonation does. */
async function actAsBob(config: Parameters<typeof open>[0] = {}) {
  const { idp, signIn, browser } = open({
    providers: (idp) => [oidc(idp), { ...oidc(idp), id: "other", name: "Other" }],
    callbacks: { session: ({ session }) => ({ ...session, user: { id: "bob", name: "Bob" } }) },
    ...config,
  });
  idp.login({ sub: "ada", name: "Ada", email: "ada@example.com", email_verified: true });
  await signIn();
  return async (path: string) => (await browser.open(`${APP}/auth/${path}`)).text;
}

const PAGES = [
  "signin",
  "signin?link=true",
  "signin?link=true&provider=other",
  "signin?error=SessionNotFresh",
  "signout",
];

for (const strategy of chosen(["database", "jwt"] as const)) {
  for (const path of PAGES) {
    test(`The page ${path} names the user for whom its forms act, not the one whom the application shows (${strategy})`, async () => {
      const read = await actAsBob({ adapter: Memory(), session: { strategy } });
      const text = await read(path);
      assert.match(text, /signed in as Ada\b/);
      assert.doesNotMatch(text, /Bob/);
    });
  }
}

for (const path of ["signin", "signout"]) {
  test(`The page ${path} names the user of the session, if none is stored`, async () => {
    assert.match(await (await actAsBob())(path), /signed in as Bob\b/);
  });
}
