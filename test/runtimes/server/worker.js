/** @module */
import { Auth, resolveSession, setEnvDefaults } from "@latchkey/auth";
import { config, respondToRequest } from "./app.js";

let complete;

export default {
  async fetch(request, env) {
    if (!complete) setEnvDefaults(env, complete = { ...config });
    if (new URL(request.url).pathname.startsWith("/auth/")) return await Auth(request, complete);
    const { session, headers } = await resolveSession(request, complete);
    const response = await respondToRequest(request, () => session).catch(() =>
      new Response("", { status: 500 })
    );
    const answer = new Response(response.body, response);
    for (const [name, value] of headers) answer.headers.append(name, value);
    return answer;
  },
};
