/**
 * An application on Cloudflare Workers with passwords, whose mails are at `/mails`.
 *
 * @module
 */

import { Sqlite } from "@latchkey/auth/adapters/sqlite";
import { Email } from "@latchkey/auth/providers/email";
import { Password } from "@latchkey/auth/providers/password";
import { SignUp } from "@latchkey/auth/sign-up";
import { UserProfile } from "@latchkey/auth/user-profile";
import { WorkerAuth } from "@latchkey/auth/workers";
import { appConfig } from "./app_config.mjs";

const mails = [];
const mail = Email({ mails: "both", sendVerificationRequest: (sent) => void mails.push(sent) });

const config = ({ DB }) => ({
  logger: appConfig().logger,
  adapter: Sqlite(DB),
  providers: [Password(), mail],
  features: [UserProfile(), SignUp({ fields: ["name"] })],
});

export default WorkerAuth(config, async (request, auth) => {
  if (new URL(request.url).pathname === "/mails") return Response.json(mails);
  return Response.json((await auth())?.user ?? null);
});
