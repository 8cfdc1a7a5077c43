"use client";

import type { ReactNode } from "react";
import { useFormStatus } from "react-dom";

interface Props {
  readonly children: ReactNode;
  /** For screen readers, where the text alone does not say what the button is for. */
  readonly label?: string;
  readonly look?: "quiet" | "danger";
}

/** A button that cannot be pressed twice: the only component of this application that runs in the browser. */
export function SubmitButton({ children, label, look }: Props) {
  const { pending } = useFormStatus();
  return <button type="submit" className={look} aria-label={label} disabled={pending}>{children}</button>;
}
