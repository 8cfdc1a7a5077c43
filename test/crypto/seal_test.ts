import assert from "node:assert/strict";
import { test } from "node:test";
import { open, openNewest, seal, type SealPurpose } from "../../src/crypto/seal.ts";
import { decodeWith, encodeWith } from "../../src/model/jwt.ts";
import { testPlatform } from "../../src/testing/mod.ts";

const PURPOSES: readonly SealPurpose[] = ["oauth flow", "oauth state", "oauth form"];

function sealer(secrets: readonly string[] = ["a-secret-of-forty-characters-for-tests-0"]) {
  return { secrets, platform: testPlatform() };
}

test("open() returns the sealed value", async () => {
  const context = sealer();
  const data = { state: "s", nested: { list: [1, null, "Zoë 🙂"] } };
  const sealed = await seal(data, { purpose: "oauth flow", maxAge: 60 }, context);
  assert.deepEqual(await open(sealed, "oauth flow", context), data);
});

test("seal() reveals nothing of its content, and never creates the same text twice", async () => {
  const context = sealer();
  const purpose = { purpose: "oauth flow", maxAge: 60 } as const;
  const [one, other] = [
    await seal({ verifier: "v" }, purpose, context),
    await seal({ verifier: "v" }, purpose, context),
  ];
  assert.notEqual(one, other);
  assert.ok(
    !one.split(".").map((part) => atob(part.replaceAll("-", "+").replaceAll("_", "/"))).join()
      .includes("verifier"),
  );
  assert.match(one, /^[\w.-]+$/);
});

test("open() opens until the second in which maxAge is over", async () => {
  const context = sealer();
  const sealed = await seal({ a: 1 }, { purpose: "oauth state", maxAge: 900 }, context);
  context.platform.tick(899.999);
  assert.deepEqual(await open(sealed, "oauth state", context), { a: 1 });
  context.platform.tick(0.001);
  assert.equal(await open(sealed, "oauth state", context), null);
});

test("open() opens nothing that was sealed for another purpose", async () => {
  const context = sealer();
  for (const written of PURPOSES) {
    const sealed = await seal({ written }, { purpose: written, maxAge: 60 }, context);
    for (const read of PURPOSES) {
      const expected = read === written ? { written } : null;
      assert.deepEqual(await open(sealed, read, context), expected, `${written}, read as ${read}`);
    }
  }
});

test("open() rejects a session token, and a seal is not a session token", async () => {
  const context = sealer();
  const platform = { ...context.platform };
  const salts = ["", "latchkey.session-token", "__Host-latchkey.session-token", ...PURPOSES];
  for (const salt of salts) {
    const token = await encodeWith({ token: { sub: "1" }, secret: context.secrets, salt }, platform);
    for (const purpose of PURPOSES) assert.equal(await open(token, purpose, context), null);
    for (const purpose of PURPOSES) {
      const sealed = await seal({ sub: "1" }, { purpose, maxAge: 60 }, context);
      const { claims } = await decodeWith({ token: sealed, secret: context.secrets, salt }, platform);
      assert.equal(claims, null, `${purpose}, read with salt "${salt}"`);
    }
  }
});

test("seal() uses the first secret, open() any", async () => {
  const purpose = { purpose: "oauth flow", maxAge: 60 } as const;
  const [before, during, after] = [sealer(["old"]), sealer(["new", "old"]), sealer(["new"])];
  const old = await seal({ of: "old" }, purpose, before);
  const recent = await seal({ of: "new" }, purpose, during);
  assert.deepEqual(await open(old, "oauth flow", during), { of: "old" });
  assert.equal(await open(old, "oauth flow", after), null);
  assert.deepEqual(await open(recent, "oauth flow", after), { of: "new" });
  assert.equal(await open(recent, "oauth flow", before), null);
});

test("open() returns null for text that is not a seal", async () => {
  const context = sealer();
  const sealed = await seal({ a: 1 }, { purpose: "oauth flow", maxAge: 60 }, context);
  for (const text of ["", "a", "....", `${sealed}A`, sealed.slice(1), JSON.stringify([9e15, {}])]) {
    assert.equal(await open(text, "oauth flow", context), null);
  }
});

test("openNewest() opens the seal of the purpose that lasts longest, in any order", async () => {
  const context = sealer();
  const of = (maxAge: number, purpose: SealPurpose = "oauth flow") =>
    seal({ maxAge }, { purpose, maxAge }, context);
  const [short, long, other] = [await of(60), await of(61), await of(90, "oauth state")];
  for (const seals of [[short, long, other, "x"], ["x", other, long, short], [long]]) {
    const expires = context.platform.now() + 61_000;
    assert.deepEqual(await openNewest(seals, "oauth flow", context), [{ maxAge: 61 }, long, expires]);
  }
  assert.deepEqual(await openNewest([], "oauth flow", context), []);
  assert.deepEqual(await openNewest([other, "x"], "oauth flow", context), []);
  context.platform.tick(60);
  assert.deepEqual(await openNewest([short], "oauth flow", context), []);
});
