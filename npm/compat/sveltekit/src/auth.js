import { SvelteKitAuth } from "@auth/sveltekit";
import { appConfig } from "../app_config.mjs";

export const { handle, signIn, signOut } = SvelteKitAuth({ ...appConfig(), trustHost: true });
