// The application of docs/frameworks/express.md, beside that of examples/express.

import process from "node:process";
import express, { type ErrorRequestHandler } from "express";
import { type AuthConfig, AuthError } from "@latchkey/auth";
import { MiddlewareAuth, requireSession } from "@latchkey/auth/express";
import { GitHub } from "@latchkey/auth/providers/github";

const config = {
  providers: [GitHub],
  basePath: "/api/auth",
  callbacks: {
    jwt({ token, trigger, session }) {
      if (trigger !== "update") return token;
      // Any script of the user can send an update: take only values that you know.
      return { ...token, theme: session?.theme === "dark" ? "dark" : "light" };
    },
    session: ({ session, token }) => ({ ...session, userId: token?.sub, theme: token?.theme }),
  },
} satisfies AuthConfig;

const app = express();
app.use(MiddlewareAuth(config));

const staff = {
  providers: [GitHub],
  basePath: "/staff/auth",
  cookies: { sessionToken: { name: "staff.session" }, csrfToken: { name: "staff.csrf" } },
} satisfies AuthConfig;

app.set("trust proxy", "loopback");

const api = express.Router();
api.use(express.json());
api.get("/me", requireSession(config), (_req, res) => {
  const { userId, user } = res.locals.session;
  res.json({ userId, name: user.name });
});
api.post("/theme", requireSession(config), async (req, res) => {
  const theme = req.body?.theme === "dark" ? "dark" : "light";
  const session = await res.locals.auth.update({ theme });
  res.json({ theme: session?.theme });
});
app.use("/api", api);

app.all("/staff/auth/*splat", MiddlewareAuth(staff));

const secured = express.Router();
secured.use(requireSession(staff));
secured.get("/", (_req, res) => {
  res.send("<p>For staff</p>");
});
app.use("/staff", secured);

app.use(async (_req, res, next) => {
  res.locals.session = await res.locals.auth();
  next();
});

app.get("/", (_req, res) => {
  res.send(res.locals.session ? "Welcome back" : "Hello");
});

app.get("/orders", requireSession(config, { signInUrl: "/welcome" }), (_req, res) => {
  res.send("Your orders");
});

app.get("/welcome", (req, res) => {
  const query = new URLSearchParams({ callbackUrl: String(req.query.callbackUrl ?? "/") });
  res.send(`<form method="post" action="/welcome?${query}"><button>Sign in with GitHub</button></form>`);
});
app.post("/welcome", async (req, res) => {
  const redirectTo = String(req.query.callbackUrl ?? "/");
  res.redirect(303, await res.locals.auth.signIn({ providerId: "github", redirectTo }));
});

app.post("/logout", async (_req, res) => {
  res.redirect(303, await res.locals.auth.signOut({ redirectTo: "/" }));
});

app.get("/invoices", async (_req, res) => {
  const { user } = await res.locals.auth.require();
  res.send(`The invoices of ${user.name}`);
});

const onError: ErrorRequestHandler = (error, _req, res, next) => {
  if (res.headersSent) return next(error);
  if (error.answer) {
    // `SessionRequired` and `ReconnectRequired`: a page is led to the one that helps.
    const { status, headers, body } = error.answer;
    return void res.status(status).set(headers).send(body);
  }
  const isOurs = error instanceof AuthError;
  console.error(isOurs ? `${error.type}: ${error.message}` : error);
  // `RateLimited` has status 429 and `Retry-After`.
  res.status(error.status ?? 500).set(error.headers ?? {}).send("Something went wrong.");
};
app.use(onError);

app.listen(Number(process.env.PORT ?? 8000));
