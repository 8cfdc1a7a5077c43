import assert from "node:assert/strict";
import { test } from "node:test";
import { NextAuth, type NextRequest } from "../../src/integrations/next/next.ts";
import { TrustedOrigins } from "../../src/entries/trusted_origins.ts";
import { config } from "./_application.ts";
import { DOORS, mine } from "./_doors.ts";

const FRONT = "http://127.0.0.1:5173";

/** A question of a browser, before it sends JSON for a page. */
const QUESTION = {
  method: "OPTIONS",
  headers: {
    origin: FRONT,
    "access-control-request-method": "POST",
    "access-control-request-headers": "content-type",
  },
};

async function assertTrusts(ask: (init: RequestInit) => Promise<Response>): Promise<void> {
  for (const [init, status] of [[QUESTION, 204], [{ headers: { origin: FRONT } }, 200]] as const) {
    const answer = await ask(init);
    await answer.body?.cancel();
    assert.equal(answer.status, status);
    assert.equal(answer.headers.get("access-control-allow-origin"), FRONT);
    assert.match(answer.headers.get("vary")!, /\bOrigin\b/);
  }
}

for (const [name, open] of Object.entries(DOORS)) {
  test(`${name}: an origin of TrustedOrigins() may ask and read, without a line in the application (CS-22)`, async () => {
    await using trusting = await open(
      { ...config, features: [TrustedOrigins({ origins: [FRONT] })] },
      mine(),
    );
    await assertTrusts((init) => fetch(`${trusting.url}/auth/session`, init));
    await using silent = await open(config, mine());
    for (const [init, status] of [[QUESTION, 405], [{ headers: { origin: FRONT } }, 200]] as const) {
      const answer = await fetch(`${silent.url}/auth/session`, init);
      await answer.body?.cancel();
      assert.equal(answer.status, status);
      const names = [...answer.headers.keys()].filter((each) => /^access-control-|^vary$/.test(each));
      assert.deepEqual(names, []);
    }
  });
}

test("Next: an origin of TrustedOrigins() may ask where the route exports OPTIONS, and read (CS-22)", async () => {
  const { handlers } = NextAuth({ ...config, features: [TrustedOrigins({ origins: [FRONT] })] });
  await assertTrusts(({ method = "GET", headers }) => {
    const url = new URL("http://127.0.0.1:3000/api/auth/session");
    const nextUrl = Object.assign(url, { basePath: "" });
    const request = Object.assign(new Request(url, { method, headers }), { nextUrl });
    return handlers[method as keyof typeof handlers](request as unknown as NextRequest);
  });
});
