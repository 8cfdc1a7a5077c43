/**
 * The API.
 *
 * @module
 */

import process from "node:process";
import express, { type ErrorRequestHandler } from "express";
import { MiddlewareAuth, requireSession } from "@latchkey/auth/express";
import { config } from "./auth.ts";
import { cors } from "./cors.ts";
import { addNote, listNotes, removeNote, textOf } from "./notes.ts";
import { frontEnd } from "./settings.ts";

const app = express();
app.disable("x-powered-by");
app.use(MiddlewareAuth(config));
app.use("/api", cors);

// Where the account page of the library leads back to.
app.get("/", (_req, res) => res.redirect(frontEnd));

const signedIn = requireSession(config);

app.get("/api/me", signedIn, (_req, res) => {
  const { name, email } = res.locals.session.user;
  res.json({ name: name ?? email });
});

app.get("/api/notes", signedIn, (_req, res) => {
  res.json(listNotes(res.locals.session.user.id));
});

app.post("/api/notes", signedIn, express.json(), (req, res) => {
  const text = textOf(req.body);
  if (text === null) return void res.status(400).json({ message: "A note has 1 to 1000 characters." });
  res.status(201).json(addNote(res.locals.session.user.id, text));
});

app.delete("/api/notes/:id", signedIn, (req, res) => {
  const isRemoved = removeNote(res.locals.session.user.id, req.params.id);
  res.status(isRemoved ? 200 : 404).json({ isRemoved });
});

app.use((_req, res) => {
  res.status(404).json({ message: "Not found." });
});

const onError: ErrorRequestHandler = (error, _req, res, next) => {
  if (res.headersSent) return next(error);
  const status = Number(error.status ?? 500);
  if (status >= 500) console.error(error);
  res.status(status).json({ message: status >= 500 ? "Something went wrong." : "The request is wrong." });
};
app.use(onError);

app.listen(Number(process.env.PORT ?? 8000));
