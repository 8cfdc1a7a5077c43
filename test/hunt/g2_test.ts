import { AccessTokens, APP, DAY, loc, post, ProviderLogout, short, show } from "./_h.ts";
import { openLogout } from "../flows/_provider_logout.ts";
import { Auth, resolveSession } from "../../mod.ts";
Deno.test({
  name: "G2",
  sanitizeOps: false,
  sanitizeResources: false,
  fn: async () => {
    for (const days of [1, 7, 14.9]) {
      for (const how of ["page", "json"]) {
        for (const wait of [31, 35, 62]) {
          const w: any = await openLogout({ adapter: null, features: [ProviderLogout()] as any } as any);
          let cfg: any = w.config;
          const old = cfg.secret;
          let ins = 0;
          w.platform.sites[APP] = async (r: Request) => {
            const u = new URL(r.url);
            if (u.pathname.startsWith("/auth/")) return Auth(r, cfg);
            const { session, headers } = await resolveSession(r, cfg);
            return new Response(String(session?.user?.name ?? "nobody"), { headers });
          };
          await w.signInAs("ada", "sid");
          const visit = async () => {
            if (how === "page") {
              const t = await (await w.browser.open(APP + "/")).text;
              if (/nobody/.test(t)) ins++;
            } else if (!await w.session()) ins++;
          };
          w.platform.tick(days * DAY);
          await visit();
          cfg = { ...cfg, secret: ["the-new-secret-of-forty-characters-long----", old] };
          for (let d = 0; d < wait; d += days) {
            w.platform.tick(days * DAY);
            await visit();
          }
          cfg = { ...cfg, secret: "the-new-secret-of-forty-characters-long----" };
          await visit();
          const r = await post(w.browser, "signout", { provider: "true" });
          show(
            "every",
            days,
            how,
            "wait",
            wait,
            "lost sessions",
            ins,
            /id_token_hint/.test(loc(r)) ? "HINT" : "no hint: " + loc(r),
            w.log().split("\n").slice(-2).join(" ").slice(0, 160),
          );
        }
      }
    }
  },
});
