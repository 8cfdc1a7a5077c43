import { sequence } from "@sveltejs/kit/hooks";
import type { Handle } from "@sveltejs/kit";
import { handle as auth, members, tenant } from "./auth.ts";

export const handle: Handle = sequence(auth, members.handle, tenant.handle);
