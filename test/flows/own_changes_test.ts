/**
 * A change of one's own that ends the other sessions, where the browser has a second cookie of the session's name: it goes on with
 * the session that counted before.
 *
 * @module
 */

import assert from "node:assert/strict";
import { BETTER, GOOD } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { openFactors } from "./_second_factor.ts";
import { APP, openPlain } from "./_world.ts";

const NAME = "__Host-latchkey.session-token";

for (const order of ["before", "behind"]) {
  for (const other of ["an older session of Bob", "a cookie of another secret"]) {
    for (const change of ["a new password", "the end of all other sessions"]) {
      testForms(
        `Ada stays signed in after ${change}, with ${other} ${order} her cookie (SE-40)`,
        async () => {
          const world = openFactors({ session: { strategy: "jwt" } });
          const bob = other.includes("Bob") ? world.visitor() : await stranger();
          if (other.includes("Bob")) {
            await world.ask("bob@example.com", bob);
            await world.follow(bob);
          }
          const old = bob.cookies(APP).find(({ name }) => name === NAME)!.value;
          world.platform.tick(60);
          await world.register();
          const app = world.platform.sites[APP]!;
          world.platform.sites[APP] = (request) => {
            const own = request.headers.get("cookie") ?? "";
            const headers = new Headers(request.headers);
            headers.set(
              "cookie",
              (order === "before" ? [`${NAME}=${old}`, own] : [own, `${NAME}=${old}`]).join("; "),
            );
            return app(new Request(request, { headers }));
          };
          const page = await world.browser.open(
            `${APP}/auth/${change === "a new password" ? "password" : "account"}`,
          );
          const done = change === "a new password"
            ? await page.submit("/auth/password", { current: GOOD, password: BETTER })
            : await page.submit("/auth/account", { action: "sign-out-others" });
          assert.match(done.url, /\/auth\/account\?done=/, world.log());
          assert.equal((await world.session())?.user.email, "ada@example.com", world.log());
        },
      );
    }
  }
}

/** A browser with a session that another application has sealed. */
async function stranger() {
  const world = openPlain({ secret: "another-secret-of-forty-characters-here-1" });
  await world.signIn();
  return world.browser;
}
