/**
 * The modules of sign-in by email.
 *
 * @module
 */

import { limitsOf } from "../../limits/limits.ts";
import { once } from "../../platform/once.ts";
import { later } from "../../http/route.ts";
import type { EmailConfig } from "../../model/provider.ts";
import type { OwnKeys } from "../../values/keys.ts";
import type { Capability, EmailProvider } from "../../setup/setup.ts";
import { complete } from "./complete.ts";
import { unshownLogos } from "./unshown_logo.ts";

const notices = once(() => import("./notice.ts"));
const own = once(() => import("./own.ts"));
const page = once(() => import("./verify_request_action.ts"));

/** The modules of sign-in by email. */
export const mail: Capability = {
  name: "email",
  type: "email",
  options: {
    from: true,
    apiKey: true,
    server: true,
    maxAge: true,
    allowDangerousEmailAccountLinking: true,
    sendVerificationRequest: true,
    mails: true,
    notices: true,
    assertReady: true,
    assertInstalled: true,
    generateVerificationToken: true,
    normalizeIdentifier: true,
  } satisfies OwnKeys<EmailConfig>,
  limits: limitsOf,
  wayName: ({ general }, own = general.email) => own,
  complete,
  warnings: (provider, _, { theme }) => unshownLogos(provider as EmailConfig, theme),
  method: once(() => import("./method.ts")),
  words: () => import("../../messages/mail_en.ts"),
  routes: { "GET verify-request": { run: later(page, "showVerifyRequest") } },
  calls: { send: later(own, "send") },
  outside: { send: later(own, "sendOutside") },
  notify: later(notices, "sendNotice"),
  checkPackage: async (provider: EmailProvider) => await provider.assertInstalled?.(provider),
};
