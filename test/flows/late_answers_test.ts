import assert from "node:assert/strict";
import { testForms } from "./_password_forms.ts";
import { openFactors } from "./_second_factor.ts";
import { APP } from "./_world.ts";
import { resolveSession } from "../../src/core/resolve_session.ts";

type World = ReturnType<typeof openFactors>;
type Kit = Awaited<ReturnType<World["registerWithFactor"]>>;

/** What the first tab does while the page of the second is under way. */
const CHANGES: Readonly<Record<string, (world: World, kit: Kit) => Promise<unknown>>> = {
  async "a step-up"(world, kit) {
    world.platform.tick(60);
    const page = await world.browser.open(`${APP}/auth/second-factor?callbackUrl=/pay`);
    await world.answer(page, { code: world.nextCode(kit) });
  },
  "another sign-in": (world) => world.enter(),
  "a sign-out of all others": (world) => world.post("account", { action: "sign-out-others" }),
};

/** Those after which the token of before opens nothing. */
const REPLACES = { jwt: ["a sign-out of all others"], database: ["a step-up", "another sign-in"] } as const;

/** Signs in on a remembered device, and holds back each request for a slow page until `go()`. */
async function openSlow(strategy: "jwt" | "database", others = false) {
  const rememberFor = 30 * 86_400;
  const world = openFactors({ session: { strategy }, url: APP, secondFactor: { rememberFor } });
  const kit = await world.registerWithFactor();
  await world.answer(await world.enter(), { code: world.nextCode(kit), remember: "on" });
  await world.signOut();
  await world.enter();
  const site = world.platform.sites[APP]!;
  let go = () => {};
  const held = new Promise<void>((resolve) => go = resolve);
  // Another process has made its setup from a config that is not this one.
  const config = others ? { ...world.config, providers: [...world.config.providers] } : world.config;
  world.platform.sites[APP] = async (request) => {
    const { pathname, search } = new URL(request.url);
    if (search === "?slow" || pathname === "/slow") await held;
    if (pathname !== "/slow") return await site(request);
    const { session, headers } = await resolveSession(request, config);
    return new Response(session ? "in" : "out", { headers });
  };
  return { world, kit, go };
}

for (const strategy of ["jwt", "database"] as const) {
  for (const change of REPLACES[strategy]) {
    for (const path of ["/slow", "/auth/session?slow"]) {
      testForms(
        `${path} of a second tab that is answered after ${change} leaves the new session, with ${strategy} (SE-43)`,
        async () => {
          const { world, kit, go } = await openSlow(strategy);
          const slow = world.browser.fetch(`${APP}${path}`);
          await CHANGES[change]!(world, kit);
          world.platform.tick(1);
          go();
          await (await slow).text();
          assert.ok(await world.session(), world.log());
        },
      );
    }
  }

  testForms(
    `a sign-out with a session that another tab has replaced ends both, with ${strategy} (SE-43)`,
    async () => {
      const { world, kit } = await openSlow(strategy);
      const site = world.platform.sites[APP]!;
      const before = world.browser.cookies(APP).map(({ name, value }) => `${name}=${value}`).join("; ");
      const page = await world.browser.open(`${APP}/auth/signout`);
      await CHANGES["a step-up"]!(world, kit);
      world.platform.sites[APP] = (request) => {
        if (request.method !== "POST") return site(request);
        const headers = new Headers(request.headers);
        headers.set("cookie", before);
        return site(new Request(request, { headers }));
      };
      await page.submit("/auth/signout");
      assert.equal(await world.session(), null);
    },
  );

  testForms(
    `in another process, the late answer signs the browser out, with ${strategy} (KL-35)`,
    async () => {
      const { world, kit, go } = await openSlow(strategy, true);
      const slow = world.browser.fetch(`${APP}/slow`);
      await CHANGES[REPLACES[strategy][0]]!(world, kit);
      world.platform.tick(1);
      go();
      assert.equal(await (await slow).text(), "out");
      assert.equal(await world.session(), null);
    },
  );
}
