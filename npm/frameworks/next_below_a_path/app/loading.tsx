export default function Loading() {
  return <p>One moment.</p>;
}
