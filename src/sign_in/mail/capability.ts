/**
 * The modules of sign-in by mail.
 *
 * @module
 */

import type { EmailProvider } from "../../config/providers.ts";
import { later } from "../../http/route.ts";
import { limitsOf } from "../../limits/limits.ts";
import { once } from "../../platform/once.ts";
import type { SignInCapability } from "../capability.ts";

const notices = once(() => import("./notice.ts"));
const page = once(() => import("./verify_request_action.ts"));

/** The modules of sign-in by mail. */
export const mail: SignInCapability<EmailProvider> = {
  type: "email",
  limits: limitsOf,
  method: once(() => import("./method.ts")),
  words: async () => ({ securityMails: (await import("../../messages/security_mails_en.ts")).securityMails }),
  routes: { "GET verify-request": { run: later(page, "showVerifyRequest") } },
  notify: async (...args) => await (await notices()).sendNotice(...args),
  checkPackage: async (provider) => await provider.assertInstalled?.(provider),
};
