import { auth } from "../../../auth.js";

export const GET = auth((request) => Response.json(request.auth?.user ?? null));
