/** The steps of "Rotate it" and "If it has leaked" in docs/recipes/sessions.md, with all that the secret seals. */

import assert from "node:assert/strict";
import type { AuthConfig } from "../../mod.ts";
import { sealedFindings } from "../../src/cli/check_sealed.ts";
import { setupOf } from "../../src/config/setup.ts";
import { ALL_CAPABILITIES } from "../../src/core/capabilities.ts";
import { AccessTokens } from "../../src/provider_tokens/access_tokens.ts";
import { ProviderLogout } from "../../src/provider_logout/provider_logout.ts";
import { sealedKinds } from "../../src/sign_in/hooks.ts";
import type { Browser } from "../../src/testing/mod.ts";
import { testForms } from "./_password_forms.ts";
import { type FactorWorld, type Kit, openFactors } from "./_second_factor.ts";
import { APP, app } from "./_world.ts";
import { getAccessToken } from "./_outside.ts";

const OLD = "an-old-secret-of-thirty-two-letters";
const NEW = "a-new-secret-of-thirty-two-letters";
const DAY = 24 * 3600;

/** An application with all that seals, in which Ada has a password, an authenticator app and a provider. */
interface Rotating {
  readonly world: FactorWorld;
  readonly kit: Kit;
  /** Ada's phone, which never signs out, and asks for its session each day. */
  readonly phone: Browser;
  /** Deploys with these secrets, the first of which seals. */
  deploy(...secrets: readonly string[]): void;
  /** Ada's token of the provider. */
  token(): Promise<string>;
  /** What `reseal` does in an environment with these secrets. */
  reseal(...secrets: readonly string[]): Promise<void>;
  /** What `check` says of sealed rows in an environment with these secrets. */
  statuses(...secrets: readonly string[]): Promise<readonly string[]>;
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
  const withSecrets = (secret: readonly string[]) =>
    setupOf({ ...world.config, secret } as AuthConfig, "https", { capabilities: ALL_CAPABILITIES });
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
    deploy(...secret) {
      config = { ...config, secret };
      platform.sites[APP] = (request) => app(request, config);
    },
    token: async () => {
      const [user] = await world.db.users();
      return await getAccessToken({ userId: user!.id, provider: "idp" }, config);
    },
    async reseal(...secrets) {
      const setup = withSecrets(secrets);
      for (const kind of await sealedKinds(setup)) assert.equal((await kind.reseal(setup)).unreadable, 0);
    },
    statuses: async (...secrets) => (await sealedFindings(withSecrets(secrets))).map(({ status }) => status),
    async signIn() {
      platform.tick(30);
      const visitor = world.visitor();
      const page = await world.enter(undefined, visitor);
      const code = world.code(kit);
      return (await world.answer(page, { code }, visitor)).url;
    },
  };
}

for (const strategy of ["jwt", "database"] as const) {
  testForms(`a secret that is rotated step by step costs no user anything (SF-08, ${strategy})`, async () => {
    const rotating = await openRotating(strategy);
    const { world, phone } = rotating;
    assert.ok(await rotating.token(), world.log());
    // 1. All servers know the new one. 2. It seals: servers of both steps open what either has sealed.
    rotating.deploy(OLD, NEW);
    assert.equal(await rotating.signIn(), `${APP}/home`, world.log());
    rotating.deploy(NEW, OLD);
    world.platform.tick(DAY + 1);
    assert.ok(await world.sessionIn(phone), world.log());
    rotating.deploy(OLD, NEW);
    assert.ok(await world.sessionIn(phone), world.log());
    rotating.deploy(NEW, OLD);
    assert.deepEqual(await rotating.statuses(NEW, OLD), ["warning", "warning"]);
    // 3. Seal again. 4. Wait. 5. Ask, and take it away.
    await rotating.reseal(NEW, OLD);
    for (let day = 0; day < 31; day++) {
      world.platform.tick(DAY);
      assert.ok(await world.sessionIn(phone), world.log());
    }
    assert.deepEqual(await rotating.statuses(NEW, OLD), ["ok", "ok"]);
    rotating.deploy(NEW);
    assert.ok(await world.sessionIn(phone), world.log());
    assert.equal(await rotating.signIn(), `${APP}/home`, world.log());
    assert.ok(await rotating.token(), world.log());
    assert.doesNotMatch(world.log(), /OldSecretMissing|JWTSessionError/);
  });

  testForms(`a secret that has leaked opens nothing, and locks no one out (SF-08, ${strategy})`, async () => {
    const rotating = await openRotating(strategy);
    const { world, phone } = rotating;
    rotating.deploy(NEW);
    // Sessions in tokens are what the holder of the secret can make. Stored ones do not depend on it.
    assert.equal(Boolean(await world.sessionIn(phone)), strategy === "database");
    assert.match(await rotating.signIn(), /\/auth\/error\?error=Configuration/);
    assert.deepEqual(await rotating.statuses(NEW), ["wrong", "wrong"]);
    await rotating.reseal(NEW, OLD);
    assert.deepEqual(await rotating.statuses(NEW), ["ok", "ok"]);
    assert.equal(await rotating.signIn(), `${APP}/home`, world.log());
    assert.ok(await rotating.token(), world.log());
  });
}
