/**
 * A worker that says for each kind of password hash, of those without another package, whether the runtime supports it, and
 * whether a password is that of a hash.
 */

import { betterAuth, django, firebase } from "../../../src/entries/password_hashes.ts";

const project = {
  signerKey: "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==",
  saltSeparator: "Bw==",
  rounds: 8,
  memoryCost: 14,
};
const kinds = { better_auth: betterAuth(), django: django(), firebase: firebase(project) };

export default {
  async fetch(request) {
    const { kind, password, hash } = await request.json();
    return Response.json([
      await kinds[kind].assertSupported().then(() => "supported", String),
      await kinds[kind].verify(password, hash).catch(String),
    ]);
  },
};
