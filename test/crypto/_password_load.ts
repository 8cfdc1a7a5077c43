/**
 * A process in which many passwords are verified at a time: writes what came out, and how much memory it took in MiB.
 *
 * @module
 */

import process from "node:process";
import { hashPassword, verifyPassword } from "../../src/crypto/password.ts";

const MIB = 2 ** 20;

// One takes 32 MiB.
const hash = await hashPassword("secret", { ln: 15 });
const before = process.memoryUsage().rss;
let most = before;
const timer = setInterval(() => most = Math.max(most, process.memoryUsage().rss), 5);
// Refused: must not keep its place.
const failing = Array.from(
  { length: 6 },
  () => verifyPassword("secret", `$scrypt$ln=16,r=1,p=1$c2FsdHNhbHQ$${"A".repeat(43)}`),
);
const tries = Array.from(
  { length: 24 },
  (_, index) => verifyPassword(index % 2 ? "secret" : "guess", hash, { ln: 15 }),
);
const refused = (await Promise.allSettled(failing)).filter(({ status }) => status === "rejected").length;
const answers = await Promise.all(tries);
clearInterval(timer);
const right = answers.every((isRight, index) => isRight === (index % 2 === 1));
console.log(JSON.stringify({ refused, right, mebibytes: Math.round((most - before) / MIB) }));
