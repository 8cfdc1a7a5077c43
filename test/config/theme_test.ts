import assert from "node:assert/strict";
import { test } from "node:test";
import { COLORS, OTHERS } from "../markup/_colors.ts";
import { ATTACKS } from "../markup/_css_attacks.ts";
import { assertConfig } from "../../src/config/check.ts";
import { ConfigError } from "../../src/errors/errors.ts";
import type { Theme } from "../../src/values/types.ts";

const FONTS = [
  "Inter",
  "system-ui, sans-serif",
  'Inter, "Segoe UI", sans-serif',
  "'Noto Sans', Arial",
  '"Söhne Breit 2.0"',
  "Ms Gothic,serif",
];

const LENGTHS = ["0", "8px", "12.5px", ".5rem", "0.625rem", "1em", "999px"];

/** Checks a config with a theme. */
function assertTheme(theme: Theme): void {
  assertConfig({ providers: [], secret: "x".repeat(32), trustHost: true, theme });
}

test("themeChecks() accepts a theme with all its fields, and one without any", () => {
  assertTheme({});
  assertTheme({
    name: "Ada's Äpfel & Söhne <3",
    colorScheme: "dark",
    logo: "/logo.svg",
    logoDark: "https://cdn.test/dark.svg",
    brandColor: "oklch(60% 0.15 50)",
    buttonText: "white",
    radius: "8px",
    font: 'Inter, "Segoe UI", sans-serif',
    links: {
      terms: "/terms",
      privacy: "https://example.com/privacy",
      support: "mailto:help@example.com",
      forgotPassword: "/forgot?from=signin",
      signUp: "/register",
    },
  });
  for (const font of FONTS) assertTheme({ font });
  for (const radius of LENGTHS) assertTheme({ radius });
  for (const brandColor of COLORS) assertTheme({ brandColor, buttonText: brandColor });
});

/** Values that are refused, by their fields. */
const MISTAKES: Readonly<Record<string, readonly unknown[]>> = {
  name: ["   ", "two\nlines", "a\u2028b", "x".repeat(61), 5, {}],
  brandColor: OTHERS.filter(Boolean),
  buttonText: OTHERS.filter(Boolean),
  colorScheme: ["sepia", `"><script>`],
  logo: [
    "logo.svg",
    "javascript:alert(1)",
    "//evil.test/x.png",
    `x" onerror="alert(1)`,
    "data:text/html,<script>",
  ],
  logoDark: ["logo.svg", "javascript:alert(1)", "data:text/html,x"],
  radius: [8, "8", "8%", "1000px", "-1px", "8px;", "8px 4px", "calc(1px)", ...ATTACKS],
  font: ["Inter,", ", Inter", "a,,b", "x".repeat(501), 1, ...ATTACKS],
};

test("themeChecks() names the field of a value that is not valid (PG-05 … PG-07, PG-27)", () => {
  for (const [field, values] of Object.entries(MISTAKES)) {
    for (const value of values) {
      assert.throws(() => assertTheme({ [field]: value } as Theme), (error) => {
        assert.ok(error instanceof ConfigError, `${field} ${value}`);
        assert.ok(error.message.startsWith(`Cannot use \`theme.${field}\`: `), error.message);
        return true;
      });
    }
  }
});

test("themeChecks() accepts links to web pages, and to a mailbox for help alone (PG-27)", () => {
  const bad = [
    "help",
    "//evil.test",
    "/\\evil.test",
    "javascript:alert(1)",
    "data:text/html,x",
    "https://",
    1,
    "",
  ];
  for (const name of ["terms", "privacy", "support", "forgotPassword", "signUp"]) {
    const use = (url: unknown) => assertTheme({ links: { [name]: url } } as Theme);
    for (const url of ["/", "/a?b#c", "https://x.test/a", "http://localhost:3000"]) use(url);
    use(undefined);
    for (const url of bad) {
      assert.throws(() => use(url), { message: new RegExp(`^Cannot use \`theme\\.links\\.${name}\`: `) });
    }
    for (const url of ["mailto:a@b.test?subject=x", "mailto:a", "mailto:a b@c"]) {
      assert.throws(() => use(url));
    }
    if (name !== "support") assert.throws(() => use("mailto:help@example.com"));
  }
  assertTheme({ links: { support: "mailto:help@example.com" } });
  assert.throws(
    () => assertTheme({ links: "/terms" } as unknown as Theme),
    /`theme\.links`: write an object/,
  );
});
