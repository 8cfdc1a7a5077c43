// A worker that renders pages whose components import the browser client.
import { createClient } from "../../../src/client/client.ts";
import { createClient as createKitClient, session } from "../../../src/client/sveltekit.ts";

const options = {
  baseUrl: "https://app.example",
  fetch: () => Promise.resolve(Response.json({ user: { name: "Ada" } })),
};
const clients = [createClient(options), createKitClient(options)];

export default {
  async fetch() {
    let status;
    session.subscribe((state) => status = state.status)();
    const sessions = await Promise.all(clients.map((client) => client.getSession()));
    return Response.json({ status, names: sessions.map(({ user }) => user.name) });
  },
};
