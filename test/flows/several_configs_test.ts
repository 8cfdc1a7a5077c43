/**
 * Several configs of one process, one secret and one database: the sign-in that waits for an answer belongs to the config that has
 * asked. Another one allows other people.
 *
 * @module
 */

import assert from "node:assert/strict";
import { testForms } from "./_password_forms.ts";
import { Auth, type AuthConfig } from "../../mod.ts";
import { GOOD } from "./_kept_passwords.ts";
import { openDatabase } from "./_database.ts";
import { openFactors, openRequired } from "./_second_factor.ts";
import { APP, oauth2, type World } from "./_world.ts";
import { chosen } from "../_short.ts";

const STAFF = `${APP}/staff/auth`;

const OTHER_NAMES: AuthConfig["cookies"] = {
  sessionToken: { name: "__Host-staff.session" },
  csrfToken: { name: "__Host-staff.csrf" },
};

/** The session cookies of the staff's config, beside the defaults: only its whole name tells a config apart. */
const STAFF_COOKIES: Readonly<Record<string, AuthConfig["cookies"]>> = {
  "names of its own": OTHER_NAMES,
  "a path": {
    sessionToken: { options: { path: "/staff" } },
    csrfToken: { options: { path: "/staff" } },
  },
  "another prefix": { ...OTHER_NAMES, sessionToken: { name: "__Secure-latchkey.session-token" } },
  "no prefix": { ...OTHER_NAMES, sessionToken: { name: "latchkey.session-token" } },
};

/** Adds the config of the staff, whose `callbacks.signIn` lets nobody in. Returns how often it was asked. */
function addStaff(
  { config, platform }: Pick<World, "config" | "platform">,
  cookies: AuthConfig["cookies"] = OTHER_NAMES,
): () => number {
  let asked = 0;
  const staff = {
    ...config,
    basePath: "/staff/auth",
    cookies,
    callbacks: {
      signIn() {
        asked++;
        return false;
      },
    },
  } as AuthConfig;
  const members = platform.sites[APP]!;
  platform.sites[APP] = (request) =>
    new URL(request.url).pathname.startsWith("/staff/auth/") ? Auth(request, staff) : members(request);
  return () => asked;
}

/** Posts to the staff's config in the browser of a member. */
async function post({ browser }: Pick<World, "browser">, path: string, fields: Record<string, string>) {
  const { csrfToken } = await (await browser.fetch(`${STAFF}/csrf`)).json();
  const body = new URLSearchParams({ csrfToken, ...fields });
  const answer = await browser.fetch(`${STAFF}/${path}`, { method: "POST", redirect: "manual", body });
  await answer.body?.cancel();
  return answer;
}

const isStaff = async ({ browser }: Pick<World, "browser">) =>
  await (await browser.fetch(`${STAFF}/session`)).json() !== null;

for (const strategy of chosen(["jwt", "database"] as const)) {
  for (const [kind, cookies] of Object.entries(STAFF_COOKIES)) {
    testForms(
      `a second step of one config is answered in none that has ${kind} (${strategy}, SF-26)`,
      async () => {
        const world = openFactors({ session: { strategy } });
        const asked = addStaff(world, cookies);
        const kit = await world.registerWithFactor();
        const page = await world.enter(GOOD);
        const question = new URL(page.url).searchParams.get("question")!;
        const refused = await post(world, "second-factor", { question, code: world.nextCode(kit) });
        assert.match(refused.headers.get("location")!, /error=InvalidCheck/, world.log());
        assert.deepEqual([await isStaff(world), asked()], [false, 0]);
        // It goes on where it has begun.
        world.platform.tick(30);
        assert.equal(
          (await world.answer(page, { code: world.nextCode(kit) })).url,
          `${APP}/home`,
          world.log(),
        );
      },
    );
  }

  testForms(
    `a second factor that is set up in a sign-in of one config signs in at no other (${strategy}, SF-26)`,
    async () => {
      const world = await openRequired({ session: { strategy } });
      addStaff(world);
      const page = await world.enter(GOOD);
      const question = new URL(page.url).searchParams.get("question")!;
      const refused = await post(world, "second-factor-setup", { question, code: "000000" });
      assert.match(refused.headers.get("location")!, /error=InvalidCheck/, world.log());
      assert.equal(await isStaff(world), false);
    },
  );

  testForms(`a question about an account of one config is answered in no other (${strategy})`, async () => {
    const world = openDatabase({
      session: { strategy },
      more: (idp) => [oauth2(idp, { id: "other", name: "Other" })],
    });
    const asked = addStaff(world);
    await world.signIn();
    world.idp.login({ sub: "grace", name: "Grace", email: "grace@example.com" });
    const page = await world.signIn({ provider: "other" });
    assert.match(page.url, /\/auth\/link/);
    const question = /name="question" value="([^"]+)"/.exec(page.html)![1]!;
    for (const choice of ["link", "switch"]) {
      await post(world, "link", { question, choice, callbackUrl: "/home" });
      assert.deepEqual([await isStaff(world), asked()], [false, 0], world.log());
    }
    assert.equal((await page.submit("Continue as Grace")).url, `${APP}/home`, world.log());
  });
}
