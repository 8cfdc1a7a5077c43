import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth } from "../../mod.ts";
import { SecondFactor } from "../../src/second_factor/second_factor.ts";
import { openDatabase } from "./_database.ts";
import { cookieHeader, request } from "./_world.ts";

test("a script gets 503 and JSON from each endpoint that needs the database while it is away, and a page leads on", async () => {
  const world = await openDatabase({ secondFactor: SecondFactor() });
  await world.signIn();
  const cookie = cookieHeader(world.browser);
  world.db.fault = { call: 0, moment: "before", lasting: true };
  const ask = async (path: string, headers: Record<string, string>) =>
    await Auth(request(`/auth/${path}`, { headers: { cookie, ...headers } }), world.config);
  const scripts = [{ accept: "application/json" }, { "sec-fetch-mode": "cors" }, {
    "x-auth-return-redirect": "1",
  }] as Record<string, string>[];
  for (const path of ["session", "account-data", "account", "second-factor-setup"]) {
    for (const headers of scripts) {
      world.db.calls.length = 0;
      const response = await ask(path, headers);
      const label = `${path} ${JSON.stringify(headers)}`;
      assert.equal(response.status, 503, label);
      assert.match(response.headers.get("content-type")!, /^application\/json/, label);
      const { message, error } = await response.json();
      assert.ok(message ?? error, label);
      assert.deepEqual(
        response.headers.getSetCookie().filter((each) => each.includes("session-token")),
        [],
        label,
      );
    }
  }
  world.db.calls.length = 0;
  const page = await ask("account", { accept: "text/html", "sec-fetch-mode": "navigate" });
  assert.match(page.headers.get("location") ?? "", /\/auth\/error\?error=/);
});
