/**
 * Two tabs, two users: a form that was shown to Ada changes nothing for Bob, who has signed in since in the same browser.
 *
 * @module
 */

import assert from "node:assert/strict";
import { Passkey } from "../../src/providers/passkey.ts";
import type { Page } from "../../src/testing/mod.ts";
import { createAuthenticator } from "./_authenticator.ts";
import { BETTER, GOOD } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { type FactorWorld, openFactors } from "./_second_factor.ts";
import { send } from "./_second_factor_ways.ts";
import { APP, oidc } from "./_world.ts";
import { chosen } from "../_short.ts";

const BOB = { email: "bob@example.com", password: "gentle copper mornings" };
const STRATEGIES = chosen(["jwt", "database"] as const);

/** The fields of a page's form, without the token: what another tab may still post. */
function fieldsOf({ html }: Page, has: string): Record<string, string> {
  const forms = html.match(/<form[\s\S]*?<\/form>/g) ?? [];
  const form = forms.find((each) => each.includes(has));
  assert.ok(form, `a form with ${has}: ${forms.join("\n")}`);
  const inputs = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  const { csrfToken: _, ...fields } = Object.fromEntries(inputs.map(([, name, value]) => [name!, value!]));
  return fields;
}

/** Ada's page, in a browser in which Bob has signed in since. Both have a second factor if `isOn`. */
async function tabsOf(
  path: string,
  { strategy, isOn = false }: { strategy: typeof STRATEGIES[number]; isOn?: boolean },
): Promise<{ readonly world: FactorWorld; readonly page: Page }> {
  const world = openFactors({
    session: { strategy },
    more: (idp) => [Passkey(), oidc(idp, { id: "openid", name: "OpenID" })],
  });
  await world.register();
  if (isOn) await world.turnOn();
  const page = await world.browser.open(`${APP}/auth/${path}`);
  assert.match(page.html, /name="shownFor"/, page.url);
  await world.signOut();
  const asked = await world.signUp(BOB);
  await asked.submit("/auth/callback/password", { code: world.mails.at(-1)!.code });
  assert.equal((await world.session())?.user.email, BOB.email, world.log());
  if (isOn) await world.turnOn();
  world.mails.length = 0;
  return { world, page };
}

/** Where a form leads, with the token of the browser. */
async function placeAfter(world: FactorWorld, path: string, fields: Record<string, string>): Promise<string> {
  const response = await send(world.browser, path, fields);
  await response.body?.cancel();
  return response.headers.get("location") ?? String(response.status);
}

async function bobIn(world: FactorWorld) {
  const { adapter } = world.db;
  const bob = (await adapter.getUserByEmail(BOB.email))!;
  return {
    factor: await adapter.rows.find("secondFactors", { userId: bob.id }),
    security: await adapter.rows.find("security", { userId: bob.id }),
    accounts: await adapter.listAccountsByUserId(bob.id),
    sessions: await adapter.listSessionsByUserId(bob.id),
  };
}

for (const strategy of STRATEGIES) {
  testForms(
    `the forms of the account page act for the user they were shown to (${strategy}, AC-16)`,
    async () => {
      const { world, page } = await tabsOf("account", { strategy, isOn: true });
      const { shownFor } = fieldsOf(page, 'value="off"');
      const before = await bobIn(world);
      for (const action of ["off", "codes"]) {
        const fields: Record<string, string> = { ...fieldsOf(page, `value="${action}"`), action };
        assert.equal(fields.shownFor, shownFor);
        const place = await placeAfter(world, "second-factor-setup", fields);
        assert.match(place, /\/auth\/account\?error=NotFound/, action);
      }
      for (const action of ["sign-out-others", "remove", "rename", "sign-out"]) {
        const fields = { shownFor: shownFor!, action, id: "x", name: "x" };
        assert.match(await placeAfter(world, "account", fields), /error=NotFound/, action);
      }
      assert.deepEqual([await bobIn(world), world.mails], [before, []]);
      // Without the field, as a page of the application posts it, and with that of Bob.
      assert.match(
        await placeAfter(world, "account", { action: "sign-out-others" }),
        /done=signed-out-others/,
      );
      const own = fieldsOf(await world.browser.open(`${APP}/auth/account`), 'value="off"');
      assert.notEqual(own.shownFor, shownFor);
      assert.match(
        await placeAfter(world, "second-factor-setup", { ...own, action: "off" }),
        /done=second-factor-off/,
      );
    },
  );

  testForms(
    `the password page sets the password of the user it was shown to (${strategy}, AC-16)`,
    async () => {
      const { world, page } = await tabsOf("password", { strategy });
      const before = await bobIn(world);
      const fields: Record<string, string> = {
        ...fieldsOf(page, 'name="password"'),
        current: BOB.password,
        password: BETTER,
      };
      assert.match(await placeAfter(world, "password", fields), /\/auth\/password\?callbackUrl=/);
      assert.deepEqual([await bobIn(world), world.mails], [before, []]);
      const { shownFor: _, ...own } = fields;
      assert.match(await placeAfter(world, "password", own), /done=password-changed/);
    },
  );

  testForms(`a passkey or an account is added for the user who has asked (${strategy}, AC-16)`, async () => {
    const { world, page } = await tabsOf("account", { strategy });
    const before = await bobIn(world);
    const fields = fieldsOf(page, "data-passkey");
    const asked = await world.browser.fetch(`${APP}/auth/webauthn-options/passkey?action=register&link=true`);
    const { options } = await asked.json();
    const data = JSON.stringify(await createAuthenticator(APP).create(options, {}));
    const place = await placeAfter(world, "callback/passkey", { ...fields, action: "register", data });
    assert.match(place, /error=NotFound/);
    assert.deepEqual(await bobIn(world), before);
  });

  testForms(
    `the page that adds an account begins nothing for another user (${strategy}, AC-16)`,
    async () => {
      const { world, page } = await tabsOf("signin?link=true&callbackUrl=/auth/account", { strategy });
      const before = await bobIn(world);
      world.idp.login({ sub: "ada", email: "ada@idp.example" });
      const fields = fieldsOf(page, 'value="true"');
      assert.match(await placeAfter(world, "signin/openid", fields), /\/auth\/account\?error=NotFound/);
      assert.deepEqual(await bobIn(world), before);
    },
  );

  testForms(
    `the page of the second factor acts for the user it was shown to (${strategy}, AC-16)`,
    async () => {
      const { world, page } = await tabsOf("second-factor-setup?callbackUrl=/home", { strategy });
      const fields = { ...fieldsOf(page, 'name="code"'), code: "123456" };
      const before = await bobIn(world);
      assert.match(await placeAfter(world, "second-factor-setup", fields), /\/home\?error=NotFound/);
      assert.match(
        await placeAfter(world, "second-factor-setup", { ...fields, action: "mail" }),
        /\/home\?error=NotFound/,
      );
      assert.deepEqual([await bobIn(world), world.mails], [before, []]);
    },
  );
}

testForms(
  "a form that was shown counts after a rotation of the secret, and after a sign-in of the same user (AC-16)",
  async () => {
    const world = openFactors();
    await world.register();
    const page = await world.browser.open(`${APP}/auth/password`);
    await world.signOut();
    await world.enter(GOOD);
    const fields = { ...fieldsOf(page, 'name="password"'), current: GOOD, password: BETTER };
    assert.match(await placeAfter(world, "password", fields), /done=password-changed/, world.log());
    // Whoever is not signed in goes to the sign-in page, as before.
    await world.signOut();
    assert.match(await placeAfter(world, "password", fields), /\/auth\/signin\?.*error=SessionRequired/);
  },
);
