import assert from "node:assert/strict";
import { test } from "node:test";
// @ts-types="./_simple_web_authn.d.ts"
import * as version9 from "npm:@simplewebauthn/server@9.0.3";
// @ts-types="./_simple_web_authn.d.ts"
import * as version10 from "npm:@simplewebauthn/server@10.0.1";
// @ts-types="./_simple_web_authn.d.ts"
import * as version11 from "npm:@simplewebauthn/server@11.0.0";
import { Passkey } from "../../src/providers/passkey.ts";
import type { SimpleWebAuthn } from "../../src/model/provider.ts";
import { WebAuthn } from "../../src/providers/webauthn.ts";
import { ADA, openPasskeys, type PasskeyWorld } from "./_passkeys.ts";

/** Packages that cannot be used, and what the log says of them. */
const UNUSABLE: Readonly<Record<string, readonly [() => unknown, RegExp]>> = {
  "version 9": [() => ({ ...version9 }), /older than version 11.*npm install @simplewebauthn\/server@14/],
  "version 10": [() => ({ ...version10 }), /older than version 11.*npm install @simplewebauthn\/server@14/],
  "a package that is not installed": [missing, /cannot be loaded.*npm install @simplewebauthn\/server@14/],
};

const QUERIES: readonly Record<string, string>[] = [{}, { action: "authenticate" }, {
  action: "register",
  ...ADA,
}];

for (const [what, [simpleWebAuthn, message]] of Object.entries(UNUSABLE)) {
  test(`GET webauthn-options answers 500 and logs what to do, once, with ${what}`, async () => {
    const given = simpleWebAuthn() as SimpleWebAuthn;
    const providers = [Passkey({ simpleWebAuthn: given })];
    const worlds = [openPasskeys({ providers }), openPasskeys({ providers })];
    const log = () => worlds.map((world) => errorsOf(world).join("\n")).filter(Boolean);
    await Promise.all([...worlds, ...worlds].map(async (world) => {
      for (const query of QUERIES) {
        const response = await world.options(query);
        assert.deepEqual([response.status, await response.json()], [500, { error: "Configuration" }]);
        assert.deepEqual(response.headers.getSetCookie(), []);
        assert.match(response.headers.get("cache-control")!, /no-store/);
      }
    }));
    assert.equal(log().length, 1, log().join("\n"));
    assert.match(log()[0]!.split("\n")[0]!, message);
    assert.equal(log()[0]!.match(/Configuration:/g)?.length, 1);
  });
}

test("GET webauthn-options works once the package is there", async () => {
  let isThere = false;
  const { simpleWebAuthn } = Passkey();
  const late = Object.fromEntries(
    Object.entries(simpleWebAuthn).map(([name, call]) => [name, (options: never) => {
      return isThere ? call(options) : Promise.reject(new Error("Cannot find package"));
    }]),
  ) as unknown as SimpleWebAuthn;
  const world = openPasskeys({ providers: [Passkey({ simpleWebAuthn: late })] });
  assert.equal((await world.options()).status, 500);
  isThere = true;
  assert.equal((await world.options()).status, 200);
});

test("Auth() signs up and in with the oldest version that can be used", async () => {
  const simpleWebAuthn = version11 as unknown as SimpleWebAuthn;
  for (const provider of [Passkey({ simpleWebAuthn }), WebAuthn({ simpleWebAuthn })]) {
    const world = openPasskeys({ providers: [provider] });
    await world.register();
    await world.signOut();
    await world.authenticate(provider.discoverable ? {} : ADA, { counter: 1 });
    assert.equal((await world.session())?.user.email, ADA.email, world.log());
  }
});

function missing(): object {
  const reject = () =>
    Promise.reject(
      Object.assign(new Error("Cannot find package '@simplewebauthn/server'"), {
        code: "ERR_MODULE_NOT_FOUND",
      }),
    );
  return {
    generateRegistrationOptions: reject,
    generateAuthenticationOptions: reject,
    verifyRegistrationResponse: reject,
    verifyAuthenticationResponse: reject,
  };
}

function errorsOf({ platform }: PasskeyWorld): string[] {
  return platform.lines.filter(({ level }) => level === "error").map(({ text }) => text);
}
