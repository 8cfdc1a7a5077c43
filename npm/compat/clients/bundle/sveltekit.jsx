import * as client from "@auth/sveltekit/client";

globalThis.client = client;
