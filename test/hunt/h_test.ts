import {
  AccessTokens,
  ADA,
  APP,
  BETTER,
  codesIn,
  DAY,
  each,
  GOOD,
  loc,
  Memory,
  oauth2,
  oidc,
  openFactors,
  out,
  Passkey,
  post,
  ProviderLogout,
  short,
  show,
  who,
} from "./_h.ts";
import { toPerson } from "../flows/_passkeys.ts";
import { importUser } from "../flows/_kept_passwords.ts";
const tail = (w: any, n = 3) => w.log().split("\n").slice(-n).join(" / ").slice(0, 200);
each("H1 hook that writes the stored user x way", async (s) => {
  const bad: string[] = [];
  let n = 0;
  for (
    const hook of [
      "none",
      "cb.signIn",
      "cb.jwt",
      "cb.session",
      "ev.createUser",
      "ev.linkAccount",
      "ev.updateUser",
      "ev.signIn",
    ]
  ) {
    for (const field of ["emailVerified", "unverify", "name"]) {
      for (
        const way of [
          "oauth new",
          "oauth known",
          "link=true",
          "question",
          "mail new",
          "mail known",
          "passkey sign-up",
          "password sign-up",
          "takeover",
          "passkey add",
          "required",
        ]
      ) {
        if (hook === "none" && field !== "name") continue;
        let w: any;
        let on = false;
        const write = async (u: any) => {
          if (!on) return;
          const id = u?.id ?? u?.sub;
          const st = id && await w.db.adapter.getUser(id).catch(() => null) ||
            (u?.email && await w.db.adapter.getUserByEmail(u.email).catch(() => null));
          if (st) {
            await w.db.adapter.updateUser({
              id: st.id,
              ...(field === "name"
                ? { name: "N" + Math.random() }
                : { emailVerified: field === "unverify" ? null : new Date(w.platform.now()) }),
            }).catch(() => {});
          }
        };
        const hooks: any = { callbacks: {}, events: {} };
        if (hook === "cb.signIn") {
          hooks.callbacks.signIn = async ({ user }: any) => {
            await write(user);
            return true;
          };
        }
        if (hook === "cb.jwt") {
          hooks.callbacks.jwt = async ({ token }: any) => {
            await write({ id: token.sub });
            return token;
          };
        }
        if (hook === "cb.session") {
          hooks.callbacks.session = async ({ session }: any) => {
            await write(session.user);
            return session;
          };
        }
        if (hook.startsWith("ev.")) {
          hooks.events[hook.slice(3)] = async ({ user }: any) => {
            await write(user);
          };
        }
        w = openFactors(
          {
            session: { strategy: s },
            ...(way === "required" && { secondFactor: { required: true } }),
            more: (idp: any) => [oidc(idp, { id: "openid" }), Passkey()],
            ...hooks,
          } as any,
        );
        n++;
        let r: any;
        const b = w.browser;
        try {
          w.idp.login({ sub: "q", name: "Q", email: ADA });
          if (way === "takeover") await importUser(w);
          if (["oauth known"].includes(way)) {
            await w.signIn();
            await out(b);
          }
          if (["link=true", "question", "mail known", "passkey add"].includes(way)) {
            await w.register();
            if (way === "mail known") {
              await out(b);
              w.platform.tick(60);
            }
          }
          on = true;
          if (way === "oauth new" || way === "oauth known" || way === "required") r = (await w.signIn()).url;
          if (way === "link=true") r = (await w.signIn({ link: true })).url;
          if (way === "question") {
            w.idp.login({ sub: "q2", name: "Q", email: "q2@example.com" });
            const p = await w.signIn();
            r = p.url.includes("/auth/link")
              ? (await b.open(
                (await w.post("link", { choice: "link", callbackUrl: "/home" })).headers.get("location"),
              )).url
              : p.url;
          }
          if (way.startsWith("mail")) {
            await w.ask(ADA);
            r = (await w.follow()).url;
          }
          if (way === "passkey sign-up" || way === "passkey add") {
            const k = toPerson(b, "passkey");
            r = APP +
              loc(await k.register(way === "passkey add" ? { link: "true" } : { email: ADA })).slice(4);
          }
          if (way === "password sign-up") {
            const p = await w.signUp();
            r = (await p.submit("/auth/callback/password", { code: w.mails.at(-1).code })).url;
          }
          if (way === "takeover") {
            await w.ask(ADA);
            r = (await w.follow()).url;
          }
        } catch (e: any) {
          r = "THREW " + e.message.slice(0, 80);
        }
        const end = short(r).replace(/\?.*error=/, "?error=").slice(0, 60);
        const want = way === "required"
          ? /second-factor-setup/
          : way === "takeover"
          ? /home|keep-password/
          : /^\/home$/;
        if (!want.test(end)) bad.push(`${hook} ${field} ${way}: ${end}`);
      }
    }
  }
  show(n, "tried;", bad.length, "\n     " + bad.join("\n     "));
});
