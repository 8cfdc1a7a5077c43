/**
 * A thread like Cloudflare Workers without `nodejs_compat`: `process` gives out no built-in modules, and WebCrypto refuses
 * more than 100 000 iterations.
 *
 * @module
 */

import process from "node:process";
import { parentPort } from "node:worker_threads";

Object.defineProperty(process, "getBuiltinModule", { value: undefined });
const { deriveBits } = crypto.subtle;
crypto.subtle.deriveBits = async (algorithm, key, length) => {
  if ((algorithm as Pbkdf2Params).iterations > 100_000) {
    throw new DOMException("too many", "NotSupportedError");
  }
  return await deriveBits.call(crypto.subtle, algorithm, key, length);
};
// Loaded here, as `crypto/native.ts` looks when it is loaded.
const { argon2id, bcrypt, betterAuth, django, firebase, wordpress } = await import(
  "../../src/entries/password_hashes.ts"
);

const project = { signerKey: "jxspr8Ki0RYycVU8zykbdA==", saltSeparator: "Bw==", rounds: 8, memoryCost: 14 };
const kinds = [
  argon2id({ m: 8, t: 1, p: 1 }),
  bcrypt({ cost: 4 }),
  django({ iterations: 1 }),
  betterAuth(),
  firebase(project),
  wordpress(),
];

parentPort!.on("message", async (hashes: Readonly<Record<string, string>>) => {
  const answers: Record<string, unknown[]> = {};
  for (const kind of kinds) {
    answers[kind.name] = [
      await kind.assertSupported().then(() => "supported", String),
      await kind.verify("correct horse battery staple", hashes[kind.name] ?? null).catch(String),
    ];
  }
  parentPort!.postMessage(answers);
});
