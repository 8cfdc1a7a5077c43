/**
 * Back-channel logout, where two configs on the same tables keep sessions in different ways.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { AuthConfig } from "../../mod.ts";
import { type LogoutWorld, openLogout } from "./_provider_logout.ts";
import { APP, app } from "./_world.ts";

type Strategy = "database" | "jwt";

/** Switches the application to a config of the same tables and another strategy. */
function switchTo(strategy: Strategy, { platform, config }: LogoutWorld): void {
  const other = { ...config, session: { strategy, revocationDelay: "always" } } as AuthConfig;
  platform.sites[APP] = (request: Request) => app(request, other);
}

for (const [first, second] of [["database", "jwt"], ["jwt", "database"]] as const) {
  for (const claims of [{ sub: "ada" }, { sid: "s1" }, { sub: "ada", sid: "s1" }]) {
    const by = Object.keys(claims).join(" and ");
    test(`a logout by ${by} ends a session that a config with strategy ${first} began, where one with ${second} receives it (LO-05)`, async () => {
      const adapter = Memory();
      const world = await openLogout({
        adapter,
        url: APP,
        session: { strategy: first, revocationDelay: "always" },
      });
      const { signInAs, logout, token, isSignedIn, visitor } = world;
      const grace = visitor();
      await signInAs("ada", "s1");
      await signInAs("grace", "s3", grace);
      switchTo(second, world);
      assert.equal((await logout(await token(claims))).status, 200);
      switchTo(first, world);
      assert.deepEqual([await isSignedIn(), await isSignedIn(grace)], [false, true], world.log());
    });
  }
}

for (const receiver of ["database", "jwt"] as const) {
  test(`a logout that a config with strategy ${receiver} receives leaves other sessions of the user to their provider (LO-05)`, async () => {
    const world = await openLogout({ adapter: Memory(), url: APP });
    const { signInAs, logout, token, isSignedIn, visitor } = world;
    const [inToken, other] = [visitor(), visitor()];
    switchTo("jwt", world);
    await signInAs("ada", "token", inToken);
    switchTo("database", world);
    await signInAs("ada", "first");
    await signInAs("ada", "second", other);
    switchTo(receiver, world);
    const end = async (sid: string) => assert.equal((await logout(await token({ sid }))).status, 200);
    const signedIn = async () => {
      switchTo("jwt", world);
      const token = await isSignedIn(inToken);
      switchTo("database", world);
      const stored = [await isSignedIn(), await isSignedIn(other)];
      switchTo(receiver, world);
      return [token, ...stored];
    };
    await end("first");
    assert.deepEqual(await signedIn(), [true, false, true], world.log());
    await end("token");
    assert.deepEqual(await signedIn(), [false, false, true], world.log());
    await end("second");
    assert.deepEqual(await signedIn(), [false, false, false], world.log());
  });
}

for (const receiver of ["database", "jwt"] as const) {
  for (const sessions of ["a table of sessions", "none"] as const) {
    test(`a logout that ${receiver} receives ends a session beside an adapter of Auth.js with ${sessions} (LO-05)`, async () => {
      const { deleteSessionsByUserId: _, ...own } = Memory();
      const none = () => Promise.reject(new Error("no such table: sessions"));
      const first = sessions === "none" ? "jwt" : "database";
      const adapter = { ...own, ...(sessions === "none" && { getSessionAndUser: none }) };
      const world = await openLogout({
        adapter,
        url: APP,
        session: { strategy: first, revocationDelay: "always" },
      });
      const { signInAs, logout, token, isSignedIn } = world;
      await signInAs("ada", "s1");
      assert.ok(await isSignedIn(), world.log());
      switchTo(sessions === "none" ? "jwt" : receiver, world);
      assert.equal((await logout(await token({ sid: "s1" }))).status, 200, world.log());
      switchTo(first, world);
      assert.equal(await isSignedIn(), false, world.log());
    });
  }
}
