import type { AuthConfig } from "@latchkey/auth";

export declare function appConfig(): AuthConfig;
export declare function membersConfig(): AuthConfig;
