/**
 * The setup of an application with second factors, for tests of single functions. Take `openFactors()` of `test/flows` for sign-ins.
 *
 * @module
 */

import type { AuthConfig } from "../../src/model/auth_config.ts";
import { ALL_CAPABILITIES } from "../../src/core/capabilities.ts";
import { parseRequest } from "../../src/http/incoming.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { type TestPlatform, testPlatform } from "../../src/testing/mod.ts";
import type { SecondFactorOptions } from "../../src/features/second_factor/options.ts";
import { SecondFactor } from "../../src/features/second_factor/second_factor.ts";
import { setupOf } from "../../src/config/setup.ts";
import type { Setup } from "../../src/setup/setup.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import type { Incoming } from "../../src/http/types.ts";
import type { SetCookie } from "../../src/values/cookie.ts";

/** A setup, its database and its clock. */
export interface OpenedSetup {
  readonly setup: Setup;
  readonly memory: Required<Adapter>;
  readonly platform: TestPlatform;
}

/** A request, in the parts that second factors read. */
export interface Asked {
  /** Cookies that the library has set, the newest last. */
  readonly cookies?: readonly SetCookie[];
  /** Fields of the form. */
  readonly body?: object;
  /** The browser. */
  readonly userAgent?: string;
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Opens one. */
export function openSetup(
  { secondFactor = {}, ...config }: Partial<AuthConfig> & {
    readonly secondFactor?: SecondFactorOptions;
  } = {},
  { memory = Memory() as Required<Adapter>, platform = testPlatform() } = {},
): OpenedSetup {
  const setup = setupOf(
    {
      providers: [{ id: "idp", name: "Typed", type: "credentials", credentials: {}, authorize: () => null }],
      secret: "a-secret-of-forty-characters-for-tests-0",
      url: "https://app.test",
      features: [SecondFactor(secondFactor)],
      adapter: memory,
      platform,
      ...config,
    },
    "https",
    { capabilities: ALL_CAPABILITIES },
  );
  return { setup, memory, platform };
}

/** A request as the library has parsed it. */
export async function requestOf(
  { cookies = [], body, userAgent = "", headers: more }: Asked = {},
): Promise<Incoming> {
  const headers = {
    ...more,
    cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
    "user-agent": userAgent,
    ...(body && { "content-type": "application/json" }),
  };
  const request = new Request("https://app.test/auth/second-factor", {
    headers,
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  });
  return await parseRequest(request, "/auth");
}
