/**
 * Revocation at providers that exchange the refresh token first: the new tokens must end, too, also if the first try fails.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { AuthConfig } from "../../mod.ts";
import { byRenewal, sendStandard } from "../../src/providers/_revocation.ts";
import {
  assertEachOnce,
  assertReconnect,
  openTokens,
  ownerOf,
  rejection,
  renewals,
} from "./_access_tokens.ts";
import { revokeTokens } from "./_outside.ts";

const REVOKE = "https://idp.test/revoke";

/** How the first request to the revocation endpoint fails. */
const FAILURES: Readonly<Record<string, () => Response | Promise<Response>>> = {
  "an error with status 503": () => Response.json({ error: "temporarily_unavailable" }, { status: 503 }),
  "status 500": () => new Response("", { status: 500 }),
  "no answer": () => Promise.reject(new TypeError("connection reset")),
};

for (const refreshTokens of ["rotated", "kept"] as const) {
  for (const [what, fail] of Object.entries(FAILURES)) {
    test(`tokens from the exchange of a refresh token end at the second try, after ${what} (${refreshTokens}, TK-10)`, async () => {
      const revocation = { url: REVOKE, request: byRenewal("https://idp.test/token", sendStandard) };
      const world = await openTokens({ revocation }, { refreshTokens });
      const first = await world.token();
      const revoke = () => revokeTokens({ userId: world.user.id }, world.config as AuthConfig);
      world.idp.tamper = { respond: { revocation: () => Promise.resolve(fail()) } };
      const error = await rejection(revoke());
      assert.doesNotMatch(`${error.message} ${JSON.stringify(error.cause)}`, /fake-/);
      world.idp.tamper = {};
      // Nothing is lost: the application goes on with the tokens of the exchange.
      const second = await world.token();
      assert.notEqual(second, first);
      assert.equal(await ownerOf(world, second), "ada");
      await revoke();
      const sent = world.idp.requests.filter(({ endpoint }) => endpoint === "revocation")
        .map(({ params }) => params.get("token")!);
      assert.ok(sent.includes(second), `${second} was not revoked`);
      for (const token of [second, ...sent]) assert.equal(await ownerOf(world, token), "status 401");
      if (refreshTokens === "rotated") assertEachOnce(world);
      assert.equal(renewals(world).length, 2);
      await assertReconnect(world.token(), "Revoked");
    });
  }
}
