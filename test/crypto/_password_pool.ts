/**
 * A process that verifies 30 wrong passwords at once, and asks for a file, the address of a host and WebCrypto meanwhile:
 * writes how many passwords were verified when each of these had answered three times.
 *
 * @module
 */

import { lookup } from "node:dns/promises";
import { readFile } from "node:fs/promises";
import process from "node:process";
import { hashPassword, verifyPassword } from "../../src/crypto/password.ts";

const options = JSON.parse(process.argv[2]!);
const hash = await hashPassword("secret", options);
let verified = 0;
const guesses = Array.from({ length: 30 }, async () => {
  await verifyPassword("guess", hash, options);
  verified++;
});
const others: Readonly<Record<string, () => Promise<unknown>>> = {
  readFile: () => readFile(process.argv[1]!),
  lookup: () => lookup("localhost"),
  digest: () => crypto.subtle.digest("SHA-256", new Uint8Array(1000)),
};
const answered = await Promise.all(
  Object.entries(others).map(async ([name, ask]) => {
    for (let i = 0; i < 3; i++) await ask();
    return [name, verified];
  }),
);
await Promise.all(guesses);
console.log(JSON.stringify({ ...Object.fromEntries(answered), verified }));
