/**
 * A thread that takes itself for Cloudflare Workers with `nodejs_compat`. It computes nothing: it answers with the costs.
 *
 * @module
 */

import crypto from "node:crypto";
import { parentPort } from "node:worker_threads";

Object.defineProperty(globalThis, "navigator", { value: { userAgent: "Cloudflare-Workers" } });
let costs: string[] = [];
Object.assign(crypto, {
  scrypt: (
    ...[, , length, { N, r, p }, done]: [
      unknown,
      unknown,
      number,
      { N: number; r: number; p: number },
      (error: null, key: Uint8Array) => void,
    ]
  ) => {
    costs.push(`${Math.log2(N)},${r},${p}`);
    done(null, new Uint8Array(length));
  },
});
// Loaded here, as `crypto/native.ts` looks when it is loaded.
const { hashPassword, needsRehash, verifyPassword } = await import("../../src/crypto/password.ts");

parentPort!.on("message", async ({ hashes, refused }: { hashes: string[]; refused: object[] }) => {
  const hash = await hashPassword("secret");
  const verified = [];
  for (const each of [null, ...hashes]) {
    costs = [];
    const error = await verifyPassword("secret", each).then(
      () => "",
      ({ name, message }) => `${name}: ${message}`,
    );
    verified.push([costs.join(" "), each && needsRehash(each), error]);
  }
  const errors = [];
  for (const options of refused) errors.push(await hashPassword("secret", options).then(() => "", String));
  parentPort!.postMessage({ hash, again: needsRehash(hash), verified, errors });
});
