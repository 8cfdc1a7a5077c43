import { app } from "./main.mjs";

export default { port: Number(process.env.PORT), hostname: process.env.HOST, fetch: app.fetch };
