import { ClientError } from "@latchkey/auth/client";
import { auth } from "./auth.ts";

document.body.innerHTML = `
  <p id="greeting"></p>
  <p id="message" role="alert"></p>
  <form id="password"><input name="username"><input name="password"><button>Sign in</button></form>
  <form id="passkey"><input name="email" autocomplete="username webauthn"><button>Sign up with a passkey</button></form>
  <button id="add">Add a passkey</button>
  <button id="github">Sign in with GitHub</button>
  <button id="sign-out">Sign out</button>`;
const greeting = document.querySelector("#greeting")!;
const message = document.querySelector("#message")!;

auth.subscribe(() => {
  const { status, session } = auth.getSnapshot();
  greeting.textContent = status === "authenticated"
    ? `Hello ${session.user.name ?? session.user.email}`
    : status;
});

on("submit", "#password", async (form) => {
  const fields = new FormData(form);
  fields.set("redirect", "false");
  const result = await auth.signIn("credentials", fields);
  // With `SecondFactor()`: the page of the second step.
  if (result.error && result.url) return location.assign(result.url);
  message.textContent = result.ok ? "" : `That did not work: ${result.code ?? result.error}`;
});

on("click", "#github", () => auth.signIn("github", { redirectTo: "/account" }));
on("click", "#sign-out", () => auth.signOut({ redirectTo: "/" }));

on("submit", "#passkey", async (form) => {
  const email = String(new FormData(form).get("email"));
  await auth.passkey.signUp({ email, redirect: false });
});
on("click", "#add", () => auth.passkey.add({ redirect: false }));

auth.passkey.autofill({ redirectTo: "/account" }).catch(show);

/** Handles an event, and shows why it failed. */
function on(type: string, selector: string, handle: (form: HTMLFormElement) => Promise<unknown>): void {
  document.querySelector<HTMLFormElement>(selector)!.addEventListener(type, (event) => {
    event.preventDefault();
    handle(event.currentTarget as HTMLFormElement).catch(show);
  });
}

function show(error: unknown): void {
  const isCancelled = error instanceof ClientError && error.code === "NotAllowedError";
  message.textContent = isCancelled ? "It was cancelled, or took too long." : "Try again in a moment.";
}
