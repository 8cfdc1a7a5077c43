import Link from "next/link";

export default function NotFound() {
  return (
    <>
      <h1>There is nothing here</h1>
      <p>The page does not exist, or you do not belong to its organization.</p>
      <p>
        <Link href="/">Your organizations</Link>
      </p>
    </>
  );
}
