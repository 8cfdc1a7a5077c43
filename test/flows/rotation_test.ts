/**
 * The steps of "Rotate the secret" and "If the secret has leaked" in docs/recipes/sessions.md, with all that the secret seals,
 * and with the variables that the page names.
 */

import assert from "node:assert/strict";
import { type AuthConfig, setEnvDefaults } from "../../mod.ts";
import { sealedFindings } from "../../src/cli/check_sealed.ts";
import { setupOf } from "../../src/config/setup.ts";
import { ALL_CAPABILITIES } from "../../src/core/capabilities.ts";
import { AccessTokens } from "../../src/features/provider_tokens/access_tokens.ts";
import { ProviderLogout } from "../../src/features/provider_logout/provider_logout.ts";
import { sealedKinds } from "../../src/sign_in/hooks.ts";
import type { Browser } from "../../src/testing/mod.ts";
import { oneByOne, rotationSteps, type Variables } from "../_rotation_steps.ts";
import { testForms } from "./_password_forms.ts";
import { type FactorWorld, type Kit, openFactors } from "./_second_factor.ts";
import { APP, app } from "./_world.ts";
import { getAccessToken } from "./_outside.ts";
import { chosen } from "../_short.ts";

const OLD = "an-old-secret-of-thirty-two-letters";
const NEW = "a-new-secret-of-thirty-two-letters";
const DAY = 24 * 3600;
const STEPS = rotationSteps({ old: OLD, new: NEW });

/** An application with all that seals, in which Ada has a password, an authenticator app and a provider. */
interface Rotating {
  readonly world: FactorWorld;
  readonly kit: Kit;
  /** Ada's phone, which never signs out, and asks for its session each day. */
  readonly phone: Browser;
  /** Deploys with these variables. */
  deploy(variables: Variables): void;
  /** Ada's token of the provider. */
  token(): Promise<string>;
  /** What `reseal` does in an environment with these variables. */
  reseal(variables: Variables): Promise<void>;
  /** What `check` says of sealed rows in an environment with these variables. */
  statuses(variables: Variables): Promise<readonly string[]>;
  /** Signs in with the password and a code of the app. */
  signIn(): Promise<string>;
}

async function openRotating(strategy: "jwt" | "database"): Promise<Rotating> {
  const world = openFactors({
    secret: OLD,
    session: { strategy },
    features: [AccessTokens(), ProviderLogout({ backchannel: true })],
    accounts: { encrypt: true },
    idp: { refreshTokens: "rotated" },
  });
  const { platform } = world;
  let config = world.config as AuthConfig;
  const configIn = (variables: Variables) => {
    const completed = { ...world.config, secret: undefined } as AuthConfig;
    setEnvDefaults(variables, completed);
    return completed;
  };
  const setupIn = (variables: Variables) =>
    setupOf(configIn(variables), "https", { capabilities: ALL_CAPABILITIES });
  await world.register();
  const kit = await world.turnOn();
  world.idp.login({ sub: "ada", name: "Ada", email: "ada@work.example", email_verified: true });
  const question = await (await world.browser.open(`${APP}/auth/signin?callbackUrl=/home`)).submit(
    "/auth/signin/idp",
  );
  await question.submit("/auth/link", { choice: "link" });
  assert.equal((await world.db.accounts()).length, 1, world.log());
  const phone = world.visitor();
  platform.tick(30);
  const asked = await world.enter(undefined, phone);
  await world.answer(asked, { code: world.code(kit) }, phone);
  assert.ok(await world.sessionIn(phone), world.log());
  return {
    world,
    kit,
    phone,
    deploy(variables) {
      config = configIn(variables);
      platform.sites[APP] = (request) => app(request, config);
    },
    token: async () => {
      const [user] = await world.db.users();
      return await getAccessToken({ userId: user!.id, provider: "idp" }, config);
    },
    async reseal(variables) {
      const setup = setupIn(variables);
      for (const kind of await sealedKinds(setup)) assert.equal((await kind.reseal(setup)).unreadable, 0);
    },
    statuses: async (variables) => (await sealedFindings(setupIn(variables), {})).map(({ status }) => status),
    async signIn() {
      platform.tick(30);
      const visitor = world.visitor();
      const page = await world.enter(undefined, visitor);
      const code = world.code(kit);
      return (await world.answer(page, { code }, visitor)).url;
    },
  };
}

for (const strategy of chosen(["jwt", "database"] as const)) {
  testForms(`a secret that is rotated step by step costs no user anything (SF-08, ${strategy})`, async () => {
    const rotating = await openRotating(strategy);
    const { world, phone } = rotating;
    assert.ok(await rotating.token(), world.log());
    const { told, sealing, after } = STEPS;
    // 1. All servers know the new one. 2. It seals: servers of both steps open what either has sealed.
    rotating.deploy(told);
    assert.equal(await rotating.signIn(), `${APP}/home`, world.log());
    rotating.deploy(sealing);
    world.platform.tick(DAY + 1);
    assert.ok(await world.sessionIn(phone), world.log());
    rotating.deploy(told);
    assert.ok(await world.sessionIn(phone), world.log());
    rotating.deploy(sealing);
    assert.deepEqual(await rotating.statuses(sealing), ["warning", "warning"]);
    // 3. Seal again. 4. Wait. 5. Ask, and take it away.
    await rotating.reseal(sealing);
    for (let day = 0; day < 31; day++) {
      world.platform.tick(DAY);
      assert.ok(await world.sessionIn(phone), world.log());
    }
    assert.deepEqual(await rotating.statuses(sealing), ["ok", "ok"]);
    rotating.deploy(after);
    assert.ok(await world.sessionIn(phone), world.log());
    assert.equal(await rotating.signIn(), `${APP}/home`, world.log());
    assert.ok(await rotating.token(), world.log());
    assert.doesNotMatch(world.log(), /OldSecretMissing|JWTSessionError/);
  });

  testForms(`a platform that changes one variable at a time loses nothing (SF-08, ${strategy})`, async () => {
    const rotating = await openRotating(strategy);
    const { world, phone } = rotating;
    for (const [index, variables] of oneByOne(STEPS).entries()) {
      // After the third change, the new secret seals.
      if (index === 3) await rotating.reseal(STEPS.sealing);
      rotating.deploy(variables);
      for (const _ of [0, 1]) {
        assert.ok(await world.sessionIn(phone), `${index}: ${world.log()}`);
        assert.equal(await rotating.signIn(), `${APP}/home`, `${index}: ${world.log()}`);
        world.platform.tick(DAY + 1);
      }
      assert.ok(await rotating.token(), world.log());
    }
    assert.doesNotMatch(world.log(), /OldSecretMissing|JWTSessionError/);
  });

  testForms(`a secret that has leaked opens nothing, and locks no one out (SF-08, ${strategy})`, async () => {
    const rotating = await openRotating(strategy);
    const { world, phone } = rotating;
    const { after } = STEPS;
    rotating.deploy(after);
    // Sessions in tokens are what the holder of the secret can make. Stored ones do not depend on it.
    assert.equal(Boolean(await world.sessionIn(phone)), strategy === "database");
    assert.match(await rotating.signIn(), /\/auth\/error\?error=Configuration/);
    assert.deepEqual(await rotating.statuses(after), ["wrong", "wrong"]);
    await rotating.reseal({ AUTH_SECRET: OLD, AUTH_SECRET_1: NEW });
    assert.deepEqual(await rotating.statuses(after), ["ok", "ok"]);
    assert.equal(await rotating.signIn(), `${APP}/home`, world.log());
    assert.ok(await rotating.token(), world.log());
  });
}
