import type { AuthConfig } from "@latchkey/auth";
import { KitAuth, type KitEvent } from "@latchkey/auth/sveltekit";
import { appConfig, membersConfig } from "../app_config.mjs";
import { env } from "./environment.ts";

export const config = appConfig();

export const { handle, signIn, signOut } = KitAuth(config, { env });

/** A second config, with sessions of its own: `event.locals.members()`. */
export const members = KitAuth({ ...membersConfig(), basePath: "/members/auth" }, { name: "members" });

/** A function that creates a config for each request. */
export function tenantConfig({ request }: KitEvent): AuthConfig {
  if (request.headers.has("x-broken")) throw new Error("There is no such tenant.");
  return { ...membersConfig(), ...appConfig(), basePath: "/tenant/auth" };
}

export const tenant = KitAuth(tenantConfig, { name: "tenant", checkOrigin: true });
