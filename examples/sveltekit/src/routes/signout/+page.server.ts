import { signOut } from "../../auth.ts";

export const actions = { default: signOut };
