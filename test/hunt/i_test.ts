import { ADA, APP, each, oauth2, oidc, openFactors, out, post, short, show, who } from "./_h.ts";
each("I1 hook writes emailVerified = new Date() at each sign-in x five sign-ins", async (s) => {
  for (const hook of ["cb.signIn", "ev.linkAccount", "ev.createUser", "ev.signIn", "cb.session"]) {
    for (const way of ["idp", "openid"]) {
      let w: any;
      let i = 0;
      const write = async (u: any) => {
        const st = u?.email && await w.db.adapter.getUserByEmail(u.email);
        if (st) {
          await w.db.adapter.updateUser({ id: st.id, emailVerified: new Date(w.platform.now() + ++i) });
        }
      };
      const hooks: any = { callbacks: {}, events: {} };
      if (hook === "cb.signIn") {
        hooks.callbacks.signIn = async ({ user }: any) => {
          await write(user);
          return true;
        };
      }
      if (hook === "cb.session") {
        hooks.callbacks.session = async ({ session, user }: any) => {
          await write(user ?? session.user);
          return session;
        };
      }
      if (hook.startsWith("ev.")) {
        hooks.events[hook.slice(3)] = async ({ user }: any) => {
          await write(user);
        };
      }
      w = openFactors(
        { session: { strategy: s }, more: (idp: any) => [oidc(idp, { id: "openid" })], ...hooks } as any,
      );
      w.idp.login({ sub: "q", name: "Q", email: ADA, ...(way === "openid" && { email_verified: true }) });
      const o: string[] = [];
      for (let n = 0; n < 5; n++) {
        const b = w.visitor();
        const p = await (await b.open(`${APP}/auth/signin?callbackUrl=/home`)).submit("/auth/signin/" + way);
        o.push(short(p.url).replace(/\?.*error=/, "?error="));
        w.platform.tick(60);
      }
      show(hook, way === "openid" ? "vouches" : "does not vouch", o.join(" "));
    }
  }
});
