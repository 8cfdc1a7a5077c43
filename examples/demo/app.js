// Sends a new name to the session, and fills in what the form for passkeys needs. The rest works without a script.
const form = document.querySelector("#rename");

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    await updateSession({ name: new FormData(form).get("name") });
    location.replace("/profile?saved");
  } catch (error) {
    document.querySelector("#status").textContent = error.message;
  }
});

const passkeyForm = document.querySelector("form[data-passkey]");
if (passkeyForm) passkeyForm.elements.csrfToken.value = await fetchToken();

async function updateSession(data) {
  const csrfToken = await fetchToken();
  const response = await fetch("/auth/session", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ csrfToken, data }),
  });
  if (!response.ok || !await response.json()) {
    throw new Error("That could not be saved. Are you still signed in?");
  }
}

async function fetchToken() {
  return (await (await fetch("/auth/csrf")).json()).csrfToken;
}
