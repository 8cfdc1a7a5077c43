import { sequence } from "@sveltejs/kit/hooks";
import { handle as auth, members, tenant } from "./auth.ts";

export const handle = sequence(auth, members.handle, tenant.handle);
