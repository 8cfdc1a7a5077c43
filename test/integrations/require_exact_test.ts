/**
 * A page that needs level 2, or a new proof, does not wait for `session.revocationDelay`.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { fetchHandler } from "../../src/integrations/fetch/handler.ts";
import type { SessionNeed } from "../../src/values/levels.ts";
import { ask } from "./_express.ts";
import { config, eachGuard, signedIn } from "./_levels.ts";
import { withRows } from "../_with_rows.ts";

const BROWSER = { accept: "text/html,*/*;q=0.8" };
const BOTH = ["pwd", "otp", "mfa"];

/** Ends the sessions of Ada in another process, as a new password does. */
async function endElsewhere(adapter: ReturnType<typeof Memory>): Promise<void> {
  const row = { userId: "1", passwordHash: null, passwordIsProven: true, passwordSetAt: null };
  await adapter.rows.store("security", { ...row, generation: 1 }, null);
}

eachGuard(
  "a session that another process has ended passes no page that needs level 2 (SF-24)",
  async (open) => {
    const adapter = Memory();
    await using server = await open({ ...config, adapter });
    const headers = { ...BROWSER, cookie: await signedIn(BOTH) };
    assert.equal(await (await ask(`${server.url}/transfer`, { headers })).text(), "For Ada");
    await endElsewhere(adapter);
    const page = await ask(`${server.url}/transfer`, { headers });
    assert.equal(page.headers.get("location"), "/auth/signin?callbackUrl=%2Ftransfer");
    await page.body?.cancel();
  },
);

test("auth.require() compares exactly if it needs a level or an age, and a stored session is read once (SF-24)", async () => {
  const needs: readonly (readonly [SessionNeed, boolean])[] = [
    [{}, true],
    [{ aal: 1 }, true],
    [{ aal: 2 }, false],
    [{ maxAge: 300 }, false],
  ];
  for (const [need, passes] of needs) {
    const adapter = Memory();
    let queries = 0;
    const counting = withRows(
      adapter,
      "security",
      (sound) => ({ find: (key) => (queries++, sound.find(key)) }),
    );
    const app = fetchHandler({ ...config, adapter: counting }, async (_request, auth) => {
      return await auth.require(need).then(() => new Response("For Ada"));
    }, {});
    const cookie = await signedIn(BOTH);
    const ask = async () =>
      await app(new Request("http://localhost/page", { headers: { ...BROWSER, cookie } }));
    assert.equal(await (await ask()).text(), "For Ada");
    queries = 0;
    assert.equal(await (await ask()).text(), "For Ada");
    assert.equal(queries, passes ? 0 : 1, JSON.stringify(need));
    await endElsewhere(adapter);
    assert.equal((await ask()).status, passes ? 200 : 303, JSON.stringify(need));
  }
});
