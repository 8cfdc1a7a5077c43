/**
 * Gives a page the client, and a component that notes what `useSession` returns.
 *
 * @module
 */

export function provide(client, { createElement, createRoot }) {
  globalThis.client = client;
  globalThis.seen = [];
  globalThis.mount = (props = {}, options = undefined) => {
    function Probe() {
      const session = client.useSession(options);
      globalThis.update = session.update;
      globalThis.seen.push([session.status, session.data?.user?.name ?? null]);
      return null;
    }
    const element = document.body.appendChild(document.createElement("div"));
    createRoot(element).render(createElement(client.SessionProvider, props, createElement(Probe)));
  };
}
