/**
 * An application on Node, for `cookie_budget_test.ts`: a session of any size, a provider, mails, and a route that a link
 * can begin a sign-in at.
 *
 * @module
 */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { customFetch } from "../../mod.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { NodeAuth } from "../../src/integrations/node/node.ts";
import { Credentials } from "../../src/providers/credentials.ts";
import { IDP } from "./_application.ts";

let sent = 0;
const auth = NodeAuth({
  secret: "a-secret-of-more-than-32-characters",
  trustHost: true,
  adapter: Memory(),
  session: { strategy: "jwt" },
  logger: { warn() {} },
  providers: [
    Credentials({
      credentials: { size: {} },
      authorize: ({ size }) => ({ id: "1", name: "Ada", image: null, size: Number(size) }),
    }),
    {
      ...IDP,
      profile: () => ({ id: "grace", name: "Grace" }),
      // The access token is the code, which says how large the session becomes.
      [customFetch]: async (input: URL | RequestInfo, init?: RequestInit) => {
        const request = new Request(input, init);
        if (!request.url.endsWith("token")) return Response.json({ sub: "grace" });
        const code = new URLSearchParams(await request.text()).get("code");
        return Response.json({ access_token: code, token_type: "bearer" });
      },
    },
    {
      id: "email",
      name: "Mail",
      type: "email",
      from: "a@b.test",
      sendVerificationRequest: () => void sent++,
    },
  ],
  callbacks: {
    jwt({ token, user, account }) {
      const size = user && "size" in user ? user.size : account?.access_token?.split("-")[1];
      return size ? { ...token, data: "x".repeat(Number(size)) } : token;
    },
  },
}, async (req, res, auth) => {
  const { searchParams } = new URL(req.url!, "http://localhost");
  const location = await auth.signIn({ providerId: "idp", redirectTo: searchParams.get("to")! });
  res.writeHead(303, { location }).end();
});

const server = createServer(auth).listen(0, "127.0.0.1", () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
process.stdin.on("end", () => process.exit()).resume();
