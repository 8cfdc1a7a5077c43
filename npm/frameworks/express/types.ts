// Checked by test/frameworks/express_test.ts with the types of Express 5 and 4. Never run.

import express from "express";
import { ExpressAuth, getSession, MiddlewareAuth, requireSession } from "@latchkey/auth/express";
import type { AuthConfig } from "@latchkey/auth";

const config = {
  providers: [],
  callbacks: {
    session: ({ session }) => ({ ...session, role: "admin" as const }),
  },
} satisfies AuthConfig;

const app: express.Express = express();
const router: express.Router = express.Router();

app.use(MiddlewareAuth(config));
app.use("/auth", MiddlewareAuth(config));
app.use(["/auth", "/login"], express.json(), MiddlewareAuth(config));
app.all("/auth/*splat", MiddlewareAuth(config));
router.use("/auth", MiddlewareAuth(config));
router.use("/auth", ExpressAuth(config));

app.get("/users/:id", async (req, res) => {
  const session = await getSession(req, config);
  const role: "admin" | undefined = session?.role;
  // @ts-expect-error: no one may be signed in
  session.role;
  res.json({ role, id: req.params.id });
});

app.post("/users/:id", requireSession(config), async (req, res) => {
  const session = await res.locals.auth.update(req.body);
  const role: "admin" | undefined = session?.role;
  // @ts-expect-error: no one may be signed in
  session.role;
  res.json({ role });
});

app.get("/users/:id", requireSession(config), (req, res) => {
  const role: "admin" = res.locals.session.role;
  // @ts-expect-error: the callback returns no such field
  res.locals.session.nothing;
  const id: string = req.params.id;
  // @ts-expect-error: the path has no such parameter
  req.params.nothing;
  res.status(200).json({ role, id, body: req.body.anything, name: res.locals.session.user?.name });
});

router.post("/", express.urlencoded({ extended: true }), requireSession(config), (_req, res) => {
  res.send(res.locals.session.role);
});

app.use("/api", requireSession(config), router);
app.use(requireSession(config, { signInUrl: (req) => `${req.originalUrl}/login` }));

// @ts-expect-error: this is not a config
MiddlewareAuth(app);
// @ts-expect-error: neither is this
requireSession(() => config);
// @ts-expect-error: the request comes first
getSession(config, {});
