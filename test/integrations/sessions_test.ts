/**
 * `auth` of a request, in each integration: it reads the session once, and what it does to cookies goes with the answer of the
 * application.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { RequestAuth } from "../../src/integrations/mount/request_auth.ts";
import { config, signedIn, signOut } from "./_application.ts";
import { DOORS, type Route } from "./_doors.ts";
import { ask } from "./_express.ts";

const TOKEN = "latchkey.session-token";

const namesOf = ({ headers }: Response) => headers.getSetCookie().map((each) => each.split("=", 1)[0]).sort();

for (const [name, open] of Object.entries(DOORS)) {
  test(`${name}: the session is read once and only if asked for, typed, and prolonged beside the cookies of the application`, async () => {
    let reads = 0;
    const counted = { ...config, events: { session: () => void reads++ } };
    const route: Route<typeof counted> = async (url, auth) => {
      if (!url.endsWith("/read")) return { body: [] };
      const [one, two] = await Promise.all([auth(), auth()]);
      // `callbacks.session` adds it.
      const id: string | undefined = one?.id;
      return { body: [one === two, id ?? null, one?.user.name ?? null], cookies: ["own=1"] };
    };
    await using server = await open(counted, route);
    const headers = { cookie: await signedIn() };
    const unread = await ask(server.url, { headers });
    assert.deepEqual([await unread.json(), namesOf(unread), reads], [[], ["mine"], 0]);
    const read = await ask(`${server.url}/read`, { headers });
    assert.deepEqual([await read.json(), reads], [[true, "1", "Ada"], 1]);
    assert.deepEqual(namesOf(read), [TOKEN, "mine", "own"]);
    assert.match(read.headers.get("cache-control")!, /^private, .*no-store/);
    const stranger = await ask(`${server.url}/read`);
    assert.deepEqual(await stranger.json(), [true, null, null]);
    assert.deepEqual(namesOf(stranger), ["mine", "own"]);
  });

  test(`${name}: a change of the session after the answer sets no cookie, and says so`, async () => {
    let late: RequestAuth<typeof config> | undefined;
    await using server = await open(
      config,
      (_url, auth) => Promise.resolve({ body: (late = auth, "early") }),
    );
    const headers = { cookie: await signedIn(), origin: server.url };
    await (await ask(server.url, { method: "POST", headers })).text();
    await assert.rejects(late!.signOut(), /Cannot sign out: the response has (been returned|begun)/);
  });

  test(`${name}: auth.signInUrl() leads to the sign-in page of the config, and back`, async () => {
    const own = { ...config, logger: { error() {}, warn() {} } };
    const configs = [
      ["/auth/signin", "", own],
      ["/login", "", { ...own, pages: { signIn: "/login" } }],
      ["/docs/auth/signin", "/docs", { ...own, url: "https://app.test/docs" }],
    ] as const;
    for (const [page, path, config] of configs) {
      const route: Route = (_url, auth) =>
        Promise.resolve({ body: [auth.signInUrl(), auth.signInUrl("/d")] });
      await using server = await open(config, route);
      assert.deepEqual(await (await ask(`${server.url}/a?b=c`)).json(), [
        `${page}?${new URLSearchParams({ callbackUrl: `${path}/a?b=c` })}`,
        `${page}?callbackUrl=%2Fd`,
      ]);
    }
  });

  // Kit and h3 2 add their cookies after those of a `Response`.
  if (name === "SvelteKit" || name === "h3 2") continue;

  test(`${name}: an answer of the application that ends the session has the last word (SE-23)`, async () => {
    const cookie = await signedIn();
    const route: Route<typeof config> = async (_url, auth) => {
      await auth();
      return { body: "out", cookies: (await signOut(cookie)).headers.getSetCookie() };
    };
    await using server = await open(config, route);
    const response = await ask(server.url, { headers: { cookie } });
    const tokens = response.headers.getSetCookie().filter((each) => each.startsWith(TOKEN));
    assert.match(tokens.at(-1)!, /^latchkey\.session-token=; .*Max-Age=0/);
    // What a server of Node has set before its application ends the session, the browser replaces.
    assert.ok(tokens.slice(0, -1).every((each) => /=ey/.test(each)), tokens.join());
  });
}
