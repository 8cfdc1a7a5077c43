/**
 * The configs of the checks.
 *
 * @module
 */

import { AstroAuth } from "@latchkey/auth/astro";
import { getSecret } from "astro:env/server";
import { appConfig, membersConfig } from "../app_config.mjs";

export const config = appConfig();
export const { onRequest } = AstroAuth(config, { env: getSecret });

/** A second mount. Its configs are made by a function. */
export const members = AstroAuth(() => ({ ...membersConfig(), basePath: "/members/auth" }), {
  name: "member",
});
