import * as client from "@auth/solid-start/client";

globalThis.client = client;
