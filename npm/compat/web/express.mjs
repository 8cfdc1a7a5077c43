/**
 * An Express application with `@auth/express`, as its documentation has it.
 *
 * @module
 */

import process from "node:process";
import { ExpressAuth, getSession } from "@auth/express";
import express from "express";
import { appConfig, greeting } from "./app_config.mjs";

const config = appConfig();
const app = express();

app.set("trust proxy", true);
app.use("/auth", ExpressAuth(config));
app.use(async (request, response, next) => {
  response.locals.session = await getSession(request, config);
  next();
});
app.get("/", (_request, response) => void response.send(greeting(response.locals.session)));
app.get("/session", (_request, response) => void response.json(response.locals.session));
app.get("/protected", (_request, response) => {
  if (response.locals.session) response.send(`For ${response.locals.session.user.name}`);
  else response.status(401).send("Sign in first");
});
app.listen(Number(process.env.PORT));
