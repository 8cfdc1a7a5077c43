import { APP, DAY, loc, Memory, post, ProviderLogout, short, show } from "./_h.ts";
import { openLogout } from "../flows/_provider_logout.ts";
import { Auth, resolveSession } from "../../mod.ts";
Deno.test({
  name: "G3",
  sanitizeOps: false,
  sanitizeResources: false,
  fn: async () => {
    for (const strategy of ["jwt", "database"] as const) {
      for (const db of [true, false]) {
        if (!db && strategy === "database") continue;
        const w: any = await openLogout({ adapter: db ? Memory() : null, session: { strategy } } as any);
        let cfg: any = w.config;
        const old = cfg.secret;
        w.platform.sites[APP] = async (r: Request) => {
          const u = new URL(r.url);
          if (u.pathname.startsWith("/auth/")) return Auth(r, cfg);
          const { session, headers } = await resolveSession(r, cfg);
          return new Response(String(session?.user?.name ?? "nobody"), { headers });
        };
        await w.signInAs("ada", "sid");
        const N = "the-new-secret-of-forty-characters-long----";
        cfg = { ...cfg, secret: [N, old] };
        for (let d = 0; d < 35; d += 5) {
          w.platform.tick(5 * DAY);
          await w.browser.open(APP + "/");
        }
        cfg = { ...cfg, secret: N };
        const n = w.platform.lines.length;
        show(strategy, "db", db, "signed in", await w.isSignedIn());
        const q = await w.browser.open(APP + "/auth/signout");
        show("page", q.text.slice(0, 160));
        const r = await post(w.browser, "signout", { provider: "true" });
        show(
          "->",
          r.status,
          r.headers.get("location"),
          "| log:",
          w.platform.lines.slice(n).map((l: any) => l.level + " " + l.text.slice(0, 200)).join(" | "),
        );
      }
    }
  },
});
