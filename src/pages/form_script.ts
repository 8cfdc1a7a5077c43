/**
 * The script of the pages' own forms. It stands in the page, whose policy admits it by its hash: no request, and nothing to
 * cache. The script for passkeys is another one, because applications load that one into pages of their own.
 *
 * - A form is sent once. Until the next page is there, its button shows that it is being sent, and no form of the page is sent
 *   again. A page that the browser keeps and shows again, after Back or after a stop, sends its forms again. Nothing is
 *   disabled: a button that is disabled loses its value and the focus. The script for passkeys asks by the event
 *   `latchkey-send` before it sends a form, since browsers report no `submit` of a script. After `LIMIT` milliseconds, forms are
 *   sent again: browsers emit no event if the answer leaves the page in place, as a download does. A button with `data-file` says
 *   that it does: nothing waits for it. A page whose form has `data-once` is read again after Back: its form may pay, and the server
 *   knows that it was sent.
 * - A form with `data-steps` asks for the password only after the address: see `STEPS` of `style.ts`. A password manager fills a
 *   field that is out of sight as well.
 * - Beside a password is a button that shows it. `data-show` is its name. A password that is shown is hidden again before it is
 *   sent: browsers keep what is typed into a text field.
 * - A button or a link with `data-wait` is disabled for so many seconds, and shows how many are left: `data-again` is its text then,
 *   with `%` for the number, or for minutes and seconds.
 * - A code is sent when its last digit is typed, unless the form asks for more: `data-more`.
 * - The field with `data-first` has the focus at first, but not where that opens a keyboard on the screen.
 *
 * Without the script all of these forms work as well.
 *
 * @module
 */

/** The script. */
export const FORM_SCRIPT: string = `"use strict";
(() => {
  const LIMIT = 15000;

  sendOnce();
  for (const form of document.querySelectorAll("form[data-steps]")) splitInSteps(form);
  for (const input of document.querySelectorAll("input[data-show]")) addShowButton(input);
  for (const control of document.querySelectorAll("[data-wait]")) countDown(control);
  for (const input of document.querySelectorAll("input.code:not([data-more])")) sendComplete(input);
  const first = document.querySelector("input[data-first]");
  if (document.activeElement === document.body && matchMedia("(pointer: fine)").matches) {
    first?.focus({ preventScroll: true });
  }

  function sendOnce() {
    const status = document.querySelector("[data-sending]");
    let timer;
    const isSending = () => document.querySelector("form[data-sent]");
    addEventListener("submit", (event) => {
      if (!isSending()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    }, true);
    addEventListener("submit", ({ defaultPrevented, target, submitter }) => {
      if (defaultPrevented || submitter?.hasAttribute("data-file")) return;
      mark(target, submitter ?? target.querySelector("button:not([type])"));
    });
    addEventListener("latchkey-send", (event) => {
      const { form, action } = event.detail;
      if (isSending()) event.preventDefault();
      else mark(form, [...form.querySelectorAll("button")].find(({ value }) => value === action));
    });
    addEventListener("keydown", (event) => {
      // Escape stops a page that loads.
      if (event.key === "Escape") release();
      // Enter that is held down would press the next button too.
      if (event.key === "Enter" && event.repeat && event.target.form) event.preventDefault();
    }, true);
    addEventListener("pageshow", ({ persisted }) => {
      if (persisted) document.querySelector("[data-once=sent]") ? location.reload() : release();
    });
    window.navigation?.addEventListener("navigateerror", release);
    function mark(form, button) {
      form.dataset.sent = "";
      if ("once" in form.dataset) form.dataset.once = "sent";
      button?.setAttribute("aria-busy", "true");
      status.textContent = status.dataset.sending;
      timer = setTimeout(release, LIMIT);
    }
    function release() {
      clearTimeout(timer);
      for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
      for (const button of document.querySelectorAll("button[aria-busy]")) button.removeAttribute("aria-busy");
      status.textContent = "";
    }
  }

  function sendComplete(input) {
    input.addEventListener("input", ({ inputType }) => {
      if (input.validity.valid && !inputType?.startsWith("delete")) input.form.requestSubmit();
    });
  }

  function splitInSteps(form) {
    const password = form.querySelector("input[type=password]");
    const address = form.querySelector("input:not([type=hidden])");
    const isOpen = () => getComputedStyle(password).visibility === "visible";
    for (const event of ["input", "change"]) {
      password.addEventListener(event, () => {
        if (password.value) form.classList.add("open");
      });
    }
    form.addEventListener("submit", (event) => {
      // A form for an email needs no password.
      const asksForMail = event.submitter?.hasAttribute("formaction");
      if (asksForMail || isOpen()) {
        password.disabled = asksForMail;
        setTimeout(() => password.disabled = false);
        return;
      }
      event.preventDefault();
      form.classList.add("open");
      if (address.checkValidity()) password.focus();
    });
  }

  function addShowButton(input) {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "show" });
    const [eye, path] = ["svg", "path"].map((name) => document.createElementNS("http://www.w3.org/2000/svg", name));
    path.setAttribute("d", "M2 12s3.5-7 10-7 10 7 10 7-3.5 7-10 7-10-7-10-7Zm10-3a3 3 0 1 1 0 6 3 3 0 0 1 0-6Z");
    eye.setAttribute("viewBox", "0 0 24 24");
    eye.setAttribute("class", "sign");
    eye.setAttribute("aria-hidden", "true");
    eye.append(path);
    button.append(eye);
    button.setAttribute("aria-label", input.dataset.show);
    button.setAttribute("aria-controls", input.id);
    const show = (isShown) => {
      input.type = isShown ? "text" : "password";
      button.setAttribute("aria-pressed", isShown);
    };
    show(false);
    button.addEventListener("click", () => show(input.type === "password"));
    input.form.addEventListener("submit", () => show(false));
    input.after(button);
  }

  function countDown(control) {
    const { textContent: text, href } = control;
    const end = Date.now() + Number(control.dataset.wait) * 1000;
    control.disabled = true;
    const link = href && { role: "link", "aria-disabled": "true" };
    // A link without a target is disabled (HTML §4.6.1).
    if (href) control.removeAttribute("href");
    for (const name in link) control.setAttribute(name, link[name]);
    const timer = setInterval(tick, 1000);
    tick();
    function tick() {
      const left = Math.ceil((end - Date.now()) / 1000);
      const shown = left < 100 ? left : Math.floor(left / 60) + ":" + String(left % 60).padStart(2, "0");
      control.textContent = left > 0 ? control.dataset.again.replace("%", shown) : text;
      if (left > 0) return;
      control.disabled = false;
      if (href) control.href = href;
      for (const name in link) control.removeAttribute(name);
      clearInterval(timer);
    }
  }
})();
`;
