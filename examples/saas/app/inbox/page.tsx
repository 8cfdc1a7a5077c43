import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { hasInbox, inboxMails } from "@/lib/mail";

export const metadata: Metadata = { title: "Inbox" };

/** The mails of the application, on your own computer. See `hasInbox`. */
export default function Inbox() {
  if (!hasInbox) notFound();
  const mails = inboxMails();
  return (
    <>
      <h1>Inbox</h1>
      <p>Mails to all addresses. None of them leaves this computer.</p>
      {mails.map(({ id, to, subject, text }) => (
        <article key={id} className="card">
          <h2>{subject}</h2>
          <p>{`To ${to}`}</p>
          <pre>{text.split(/(https?:\/\/\S+)/).map((part, i) => i % 2 ? <a key={i} href={part}>{part}</a> : part)}</pre>
        </article>
      ))}
    </>
  );
}
