import { appConfig } from "~~/app_config.mjs";

export const config = appConfig();
