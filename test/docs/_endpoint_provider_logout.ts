/**
 * Requests to the endpoints of the logout at providers.
 *
 * @module
 */

import { Memory } from "../../src/adapters/memory/memory.ts";
import { ProviderLogout } from "../../src/features/provider_logout/provider_logout.ts";
import { openLogout } from "../flows/_provider_logout.ts";
import { type Driven, get, inNew, post } from "./_endpoint_drives.ts";
import { withRows } from "../_with_rows.ts";

const broken = withRows(Memory(), "providerSessions", {
  list: () => Promise.reject(new Error("the database is down")),
});

async function sendToken(adapter = Memory()): Promise<Response> {
  const { logout, token } = await openLogout({ adapter });
  return await logout(await token({ sub: "ada" }));
}

/** Requests that succeed, and that fail. */
export const PROVIDER_LOGOUT: Readonly<Record<string, Driven>> = {
  "GET post-logout": {
    succeeds: [inNew(get("post-logout"), { features: [ProviderLogout()] })],
    fails: [inNew(get("post-logout"))],
  },
  "POST backchannel-logout/:provider": {
    succeeds: [() => sendToken()],
    fails: [
      async () => await (await openLogout()).logout("forged"),
      () => sendToken(broken),
      inNew(post("backchannel-logout/google")),
    ],
  },
};
