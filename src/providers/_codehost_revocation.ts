/**
 * Revokes tokens at a host with the API of GitHub.
 *
 * @see {@link https://docs.github.com/en/rest/apps/oauth-applications#delete-an-app-token | Delete an app token}
 * @module
 */

import { basicOf, ended, only } from "./_revocation.ts";

/** The API deletes an access token. Status 404 says that it knows none such. */
export const revoke = only("access_token", async (context) => {
  const { url, params, headers, fetch } = context;
  const answer = await fetch(url, {
    method: "DELETE",
    headers: {
      ...headers,
      accept: "application/vnd.github+json",
      ...basicOf(context),
      "content-type": "application/json",
    },
    body: JSON.stringify({ access_token: params.get("token") }),
  });
  return answer.status === 404 ? ended() : answer;
});
