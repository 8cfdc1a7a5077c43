import process from "node:process";
import { serve } from "@hono/node-server";
import { app } from "./main.mjs";

serve({ port: Number(process.env.PORT), hostname: process.env.HOST, fetch: app.fetch });
