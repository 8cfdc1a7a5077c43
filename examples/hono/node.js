import { serve } from "@hono/node-server";
import server from "./main.js";

serve(server);
