/**
 * The routes of the checks, on Cloudflare Workers.
 *
 * @module
 */

import { WorkerAuth } from "@latchkey/auth/workers";
import { appConfig, membersConfig } from "./app_config.mjs";

const members = WorkerAuth(
  () => ({ ...membersConfig(), basePath: "/members/auth" }),
  async (request, auth) => {
    if (new URL(request.url).pathname !== "/members/session") {
      return new Response("Not found.", { status: 404 });
    }
    return Response.json(await auth());
  },
);

export default WorkerAuth(
  () => appConfig(),
  async (request, auth, env, ctx) => {
    const { pathname, search } = new URL(request.url);
    if (pathname.startsWith("/members/")) {
      return await members.fetch(request, env, ctx);
    }
    const nameOf = async () => (await auth())?.user.name ?? null;
    switch (pathname) {
      case "/": {
        const name = await nameOf();
        return toPage(name ? `Hello ${name}` : "Nobody is signed in");
      }
      case "/session":
        return Response.json(await auth());
      case "/twice":
        return Response.json(await Promise.all([nameOf(), nameOf()]));
      case "/cookies":
        return Response.json(await nameOf(), {
          headers: [["set-cookie", "a=1; Path=/"], ["set-cookie", "b=2; Path=/"]],
        });
      case "/protected": {
        const name = await nameOf();
        if (name) return toPage(`For ${name}`);
        const location = `/auth/signin?callbackUrl=${encodeURIComponent(pathname + search)}`;
        return new Response(null, { status: 303, headers: { location } });
      }
      case "/api/me": {
        const name = await nameOf();
        return Response.json({ name }, { status: name ? 200 : 401 });
      }
      case "/echo":
        return Response.json({ name: await nameOf(), body: await request.text() });
      case "/fail":
        throw new Error("This is meant to fail.");
      default:
        return new Response("Not found.", { status: 404 });
    }
  },
);

function toPage(text) {
  return new Response(`<p>${text}</p>`, { headers: { "content-type": "text/html; charset=utf-8" } });
}
