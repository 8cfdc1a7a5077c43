/**
 * A thread whose `process` gives out no built-in modules, like a runtime that has no scrypt.
 *
 * @module
 */

import process from "node:process";
import { parentPort } from "node:worker_threads";

Object.defineProperty(process, "getBuiltinModule", { value: undefined });
// Loaded here, as `crypto/native.ts` looks when it is loaded.
const { hashPassword, needsRehash, verifyPassword } = await import("../../src/crypto/password.ts");

parentPort!.on("message", async ([scryptHash, pbkdf2Hash]: [string, string]) => {
  const hash = await hashPassword("secret");
  parentPort!.postMessage({
    hash,
    verified: await verifyPassword("secret", hash),
    refused: await verifyPassword("other", hash),
    foreign: await verifyPassword("secret", pbkdf2Hash),
    needsRehash: needsRehash(hash),
    scrypt: await verifyPassword("secret", scryptHash).catch((error) => error.message),
  });
});
