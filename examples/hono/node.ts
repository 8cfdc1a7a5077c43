import { serve } from "@hono/node-server";
import server from "./main.ts";

serve(server);
