/**
 * Requests to the endpoints of sign-up.
 *
 * @module
 */

import { SignUp } from "../../src/features/sign_up/sign_up.ts";
import { UserProfile } from "../../src/features/profile/profile.ts";
import type { DatabaseOptions } from "../flows/_database.ts";
import { bare, type Drive, type Driven, get, inNew, post } from "./_endpoint_drives.ts";
import { type All, openAll } from "./_endpoint_worlds.ts";

const WITH_SIGN_UP = { features: [UserProfile(), SignUp({ fields: ["name"] })] };

/** A world in which a new user has proven their address, and is asked for their name. */
export async function openSignUp(config: DatabaseOptions = {}): Promise<All> {
  const world = openAll({ ...config, ...WITH_SIGN_UP });
  await world.post("signin/email", { email: "ada@example.com" });
  await world.send(world.mails[0]!.url);
  return world;
}

const waiting = (drive: Drive) => async () => drive(await openSignUp());

/** Sends the form. */
async function finish({ send, post }: All): Promise<Response> {
  const html = await (await send("finish-signup")).text();
  return await post("finish-signup", {
    question: /name="question" value="([^"]+)"/.exec(html)![1]!,
    name: "Ada",
  });
}

/** Requests that succeed, and that fail. */
export const SIGN_UP: Readonly<Record<string, Driven>> = {
  "GET finish-signup": {
    succeeds: [waiting(get("finish-signup"))],
    fails: [inNew(get("finish-signup"), WITH_SIGN_UP), inNew(get("finish-signup"))],
  },
  "POST finish-signup": {
    succeeds: [waiting(finish)],
    fails: [
      inNew(post("finish-signup"), WITH_SIGN_UP),
      waiting(bare("finish-signup")),
      inNew(post("finish-signup")),
    ],
  },
};
