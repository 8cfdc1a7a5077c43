/**
 * A thread that takes itself for Cloudflare Workers with `nodejs_compat`, and answers with what is wrong with a `cost`.
 *
 * @module
 */

import { parentPort } from "node:worker_threads";
import type { PasswordCost } from "../../src/crypto/password.ts";

Object.defineProperty(globalThis, "navigator", { value: { userAgent: "Cloudflare-Workers" } });
// Loaded here, as `crypto/native.ts` looks when it is loaded.
const { Auth } = await import("../../mod.ts");
const { Memory } = await import("../../src/adapters/memory/memory.ts");
const { Email } = await import("../../src/providers/email.ts");
const { Password } = await import("../../src/providers/password.ts");

parentPort!.on("message", async (costs: (PasswordCost | undefined)[]) => {
  const messages = [];
  for (const cost of costs) {
    let message = "";
    const logger = { error: (error: Error) => void (message ||= error.message), warn() {} };
    const providers = [
      Password(cost && { cost }),
      Email({ server: "smtp://localhost", from: "a@b.example" }),
    ];
    const secret = "a-secret-of-forty-characters-for-tests-0";
    const config = { adapter: Memory(), providers, secret, url: "https://app.example", logger };
    await Auth(new Request("https://app.example/auth/signin"), config);
    messages.push(message);
  }
  parentPort!.postMessage(messages);
});
