/**
 * What a page of the application shows that sets a second factor up.
 *
 * @module
 */

import type { Call } from "../../setup/call.ts";
import type { Setup } from "../../setup/setup.ts";
import type { SecondFactorPage } from "../../shapes/second_factor.ts";

/**
 * Makes the secret that the page shows; in a sign-in that needs a proof of the mailbox, mails a code. Where no cookie can keep that
 * code, the user goes to the endpoint that mails it, and back to `pages.secondFactorSetup`.
 */
export const start: Call<Setup> = async ([page], visit) => {
  const { question, redirectTo: callbackUrl, setup, lack }: SecondFactorPage = Object(page);
  const cookieless = visit.canSetCookies() ? undefined : "true";
  const given = Object.entries({ question, callbackUrl, setup, lack, cookieless });
  const query = Object.fromEntries(given.filter((entry): entry is [string, string] => Boolean(entry[1])));
  const { json, redirect: url, cookies = [] } = await visit.read("second-factor-setup", query);
  return url === undefined
    ? { value: json, cookies }
    : { lack: await visit.userId() === null ? "session" : "age", url, cookies };
};
