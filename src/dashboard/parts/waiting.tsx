import { useEffect, useState } from 'react';

const SLOW_MS = 4000;

/** Grey bars in the place of what is coming; says so when it takes long. */
export function Waiting({ rows = 4 }: { readonly rows?: number }) {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="waiting" role="status">
      <span className="visually-hidden">Loading</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars have nothing but their place
        <i key={row} />
      ))}
      {isSlow && <p className="muted">This takes longer than usual.</p>}
    </div>
  );
}
