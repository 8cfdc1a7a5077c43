import { signIn } from "../../auth.ts";

export const actions = { default: signIn };
