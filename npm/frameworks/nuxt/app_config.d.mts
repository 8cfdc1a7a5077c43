import type { AuthConfig } from "@latchkey/auth";

export function appConfig(): AuthConfig;
export function membersConfig(): AuthConfig;
