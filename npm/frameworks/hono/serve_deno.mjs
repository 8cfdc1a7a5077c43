import { app } from "./main.mjs";

Deno.serve({ port: Number(Deno.env.get("PORT")), hostname: Deno.env.get("HOST") }, app.fetch);
