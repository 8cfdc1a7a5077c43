import assert from "node:assert/strict";
import { test } from "node:test";
import { createClient, session } from "../../src/client/sveltekit.ts";
import { openWorld } from "./_tabs.ts";

for (const [base, path] of [["", "/auth"], ["/app", "/app/auth"]] as const) {
  test(`createClient() of SvelteKit finds the handler below the base "${base}"`, async () => {
    const world = openWorld({ basePath: path });
    const { window } = world.open();
    const requested: string[] = [];
    const client = createClient({
      base,
      window,
      fetch: (url, init) => {
        requested.push(new URL(url).pathname);
        return world.browser.fetch(url, init);
      },
    });
    assert.ok((await client.signIn("password", { username: "ada", password: "right", redirect: false })).ok);
    assert.ok(requested.includes(`${path}/callback/password`), String(requested));
    const names: unknown[] = [];
    const end = client.session.subscribe(({ session }) => names.push(session?.user?.name ?? null));
    await client.signOut({ redirect: false });
    end();
    await client.signIn("password", { username: "ada", password: "right", redirect: false });
    assert.deepEqual(names, ["ada", null]);
  });
}

test("the store shows the session of a form action that the page hands over", async () => {
  const world = openWorld();
  const { window } = world.open();
  const client = createClient({ window, fetch: (url, init) => world.browser.fetch(url, init) });
  const names: unknown[] = [];
  client.hydrate({ user: { id: "1", name: "ada" }, expires: "" });
  client.session.subscribe(({ session }) => names.push(session?.user?.name ?? null));
  client.hydrate(null);
  await world.tick(1000);
  assert.deepEqual(names, ["ada", null]);
});

test("the store of the module calls its subscriber at once, and is loading on a server", () => {
  const statuses: string[] = [];
  session.subscribe(({ status }) => statuses.push(status))();
  assert.deepEqual(statuses, ["loading"]);
});
