/**
 * A change of one's own that ends the other sessions, where the browser has a second cookie of the session's name: it goes on with
 * the session that counted before.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { AuthConfig } from "../../mod.ts";
import { fromAuthJs } from "../../src/migrate/mod.ts";
import { BETTER, GOOD } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { type FactorWorld, openFactors } from "./_second_factor.ts";
import { sendCookies } from "./_sent_cookies.ts";
import { APP, openPlain } from "./_world.ts";

const NAME = "__Host-latchkey.session-token";
const OLDER = "__Secure-authjs.session-token";

/** Configs whose sessions are wrapped, or not. */
const CONFIGS: Readonly<Record<string, Partial<AuthConfig>>> = {
  "": {},
  " during a migration": { migration: fromAuthJs({ secret: "f".repeat(40), until: "2099-01-01" }) },
};

for (const order of ["before", "behind"]) {
  for (const other of ["an older session of Bob", "a cookie of another secret"]) {
    for (const change of ["a new password", "the end of all other sessions"]) {
      for (const [during, config] of Object.entries(CONFIGS)) {
        testForms(
          `Ada stays signed in after ${change}${during}, with ${other} ${order} her cookie (SE-40)`,
          async () => {
            const world = openFactors({ session: { strategy: "jwt" }, ...config });
            const bob = other.includes("Bob") ? world.visitor() : await stranger();
            if (other.includes("Bob")) {
              await world.ask("bob@example.com", bob);
              await world.follow(bob);
            }
            const old = bob.cookies(APP).find(({ name }) => name === NAME)!.value;
            world.platform.tick(60);
            await world.register();
            sendCookies(
              world,
              (own) => order === "before" ? [`${NAME}=${old}`, own] : [own, `${NAME}=${old}`],
            );
            await make(change, world);
            assert.equal((await world.session())?.user.email, "ada@example.com", world.log());
          },
        );
      }
    }
  }
}

for (const order of ["before", "behind"]) {
  testForms(
    `Ada stays signed in after the end of her other sessions, with an older cookie of Auth.js of Bob ${order} hers (SE-40)`,
    async () => {
      const migration = fromAuthJs({
        secret: "f".repeat(40),
        until: "2099-01-01",
        jwt: {
          decode: async ({ token }) => {
            const user = await world.db.adapter.getUserByEmail(`${token}@example.com`);
            const iat = Math.floor(world.platform.now() / 1000) - (token === "ada" ? 60 : 600);
            return user && { sub: user.id, email: user.email, iat, exp: iat + 86_400 };
          },
        },
      });
      const world: FactorWorld = openFactors({ session: { strategy: "jwt" }, migration });
      for (const name of ["bob", "ada"]) {
        const browser = world.visitor();
        await world.ask(`${name}@example.com`, browser);
        await world.follow(browser);
      }
      const sent = order === "before" ? ["bob", "ada"] : ["ada", "bob"];
      sendCookies(world, (own) => [...sent.map((value) => `${OLDER}=${value}`), own]);
      await make("the end of all other sessions", world);
      assert.equal((await world.session())?.user.email, "ada@example.com", world.log());
    },
  );
}

/** Makes a change of one's own with the pages of the library. */
async function make(change: string, world: FactorWorld): Promise<void> {
  const page = await world.browser.open(
    `${APP}/auth/${change === "a new password" ? "password" : "account"}`,
  );
  const done = change === "a new password"
    ? await page.submit("/auth/password", { current: GOOD, password: BETTER })
    : await page.submit("/auth/account", { action: "sign-out-others" });
  assert.match(done.url, /\/auth\/account\?done=/, world.log());
}

/** A browser with a session that another application has sealed. */
async function stranger() {
  const world = openPlain({ secret: "another-secret-of-forty-characters-here-1" });
  await world.signIn();
  return world.browser;
}
