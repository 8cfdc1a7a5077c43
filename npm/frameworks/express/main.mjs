import process from "node:process";
import express from "express";
import { getSession, MiddlewareAuth, requireSession } from "@latchkey/auth/express";
import { appConfig, membersConfig } from "./app_config.mjs";

const config = appConfig();
const members = membersConfig();
const app = express();
app.set("trust proxy", process.env.TRUST_PROXY ?? false);

// The library reads what parsers have left.
app.use("/auth", express.json({ limit: "1mb" }), express.urlencoded({ extended: true }));
app.use(MiddlewareAuth(config));

const router = express.Router();
router.use("/auth", MiddlewareAuth(members));
router.get(
  "/session",
  handler(async (req, res) => {
    res.json(await getSession(req, members));
  }),
);
app.use("/members", router);

app.get(
  "/",
  handler(async (_req, res) => {
    const session = await res.locals.auth();
    res.send(session ? `<p>Hello ${session.user.name}</p>` : "<p>Nobody is signed in</p>");
  }),
);

app.get(
  "/session",
  handler(async (req, res) => {
    res.json(await getSession(req, config));
  }),
);

app.get(
  "/twice",
  handler(async (req, res) => {
    const sessions = await Promise.all([getSession(req, config), getSession(req, config)]);
    res.json(sessions.map((session) => session?.user.name ?? null));
  }),
);

app.get(
  "/cookies",
  handler(async (req, res) => {
    res.cookie("a", "1");
    const session = await getSession(req, config);
    res.cookie("b", "2");
    res.json(session?.user.name ?? null);
  }),
);

app.get("/protected", requireSession(config), (_req, res) => {
  res.send(`<p>For ${res.locals.session.user.name}</p>`);
});

app.get("/api/me", requireSession(config), (_req, res) => {
  res.json({ name: res.locals.session.user.name });
});

app.post(
  "/echo",
  express.text({ type: "*/*", limit: "1mb" }),
  handler(async (req, res) => {
    res.json({ name: (await getSession(req, config))?.user.name, body: req.body });
  }),
);

app.post(
  "/update",
  express.text(),
  handler(async (req, res) => {
    res.json(await res.locals.auth.update({ text: req.body }));
  }),
);

app.post(
  "/sign-in",
  handler(async (_req, res) => {
    const action = {
      providerId: "idp",
      redirectTo: "/protected",
      authorizationParams: { login_hint: "ada" },
    };
    res.redirect(await res.locals.auth.signIn(action));
  }),
);

app.post(
  "/sign-out",
  handler(async (req, res) => {
    await getSession(req, config);
    res.redirect(await res.locals.auth.signOut({ redirectTo: "/" }));
  }),
);

app.get("/fail", () => {
  throw new Error("This is meant to fail.");
});

app.listen(Number(process.env.PORT), "127.0.0.1");

/** Express 4 does not wait for promises. */
function handler(handle) {
  return (req, res, next) => handle(req, res).catch(next);
}
