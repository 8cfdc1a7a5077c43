// Sends a new name to the session. Everything else on these pages works without a script.
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

async function updateSession(data) {
  const { csrfToken } = await (await fetch("/auth/csrf")).json();
  const response = await fetch("/auth/session", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ csrfToken, data }),
  });
  if (!response.ok || !await response.json()) {
    throw new Error("That could not be saved. Are you still signed in?");
  }
}
