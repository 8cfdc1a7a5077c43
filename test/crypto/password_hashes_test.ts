import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { esbuild } from "../../tools/_esbuild.ts";
import { hashPassword, needsRehash } from "../../src/crypto/password.ts";
import * as entry from "../../src/entries/password_hashes.ts";
import { FIREBASE, VECTORS } from "./hashes/_vectors.ts";

const KINDS = [
  [entry.argon2id(), VECTORS.argon2id],
  [entry.bcrypt(), VECTORS.bcrypt],
  [entry.betterAuth(), VECTORS.betterAuth],
  [entry.django(), VECTORS.django],
  [entry.firebase(FIREBASE), VECTORS.firebase],
  [entry.wordpress(), VECTORS.wordpress],
] as const;

test("each hash of a product is recognized by its kind alone, and needs a rehash", () => {
  for (const [own, vectors] of KINDS) {
    for (const { hash } of vectors) {
      assert.deepEqual(KINDS.map(([kind]) => kind).filter((kind) => kind.recognizes(hash)), [own], hash);
      assert.equal(needsRehash(hash), true, hash);
    }
  }
});

test("no kind recognizes a hash of this library", async () => {
  for (const cost of [{ ln: 4 }, { algorithm: "pbkdf2-sha256", iterations: 2 }] as const) {
    const hash = await hashPassword("secret", cost);
    for (const [kind] of KINDS) assert.equal(kind.recognizes(hash), false, kind.name);
  }
});

test("without node:crypto, each kind verifies its hashes, or says before the first user what is missing", async () => {
  const worker = new Worker(new URL("./_password_hashes_without_native.ts", import.meta.url));
  const { argon2id, bcrypt, django } = VECTORS;
  worker.postMessage({ Argon2id: argon2id[0]!.hash, bcrypt: bcrypt[0]!.hash, Django: django[0]!.hash });
  const [answers] = await once(worker, "message");
  await worker.terminate();
  const { Argon2id, bcrypt: withBcrypt, Django, ...others } = answers as Record<string, readonly unknown[]>;
  for (const able of [Argon2id, withBcrypt]) assert.deepEqual(able, ["supported", true]);
  for (const text of Django!) {
    assert.match(
      String(text),
      /^Configuration: Cannot verify hashes of Django: this runtime refuses more than 100 000/,
    );
  }
  assert.deepEqual(Object.keys(others), ["better-auth", "Firebase", "WordPress"]);
  for (const [name, texts] of Object.entries(others)) {
    for (const text of texts) {
      assert.match(
        String(text),
        /^Configuration: Cannot verify hashes of .*: this runtime has no (scrypt|MD5); .*`nodejs_compat`/,
      );
      assert.ok(String(text).includes(name));
    }
  }
});

test("a bundle has the package of a kind only if the application uses the kind", async () => {
  for (
    const [names, packages] of [
      ["betterAuth, django, firebase", []],
      ["bcrypt", ["bcryptjs"]],
      ["wordpress", ["bcryptjs"]],
      ["argon2id", ["@node-rs/argon2"]],
    ] as const
  ) {
    const { metafile } = await esbuild({
      stdin: {
        contents: `export { ${names} } from "./src/entries/password_hashes.ts";`,
        resolveDir: fileURLToPath(new URL("../../", import.meta.url)),
      },
      bundle: true,
      packages: "external",
      format: "esm",
      write: false,
      metafile: true,
    });
    const imported = Object.values(metafile!.outputs).flatMap(({ imports }) =>
      imports.map(({ path }) => path)
    );
    assert.deepEqual(imported.map((path) => path.replace(/^npm:|@\^.*$/g, "")), packages, names);
  }
});
