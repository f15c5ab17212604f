import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Problem } from '../api/problem.ts';

/** What a page shows when its code cannot be loaded, or when it fails in a way that nobody foresaw. */
export function CrashNote({ error }: ErrorComponentProps) {
  const router = useRouter();
  const waitS = error instanceof Problem ? error.retryAfterS : undefined;
  useEffect(() => {
    if (waitS === undefined) return;
    const timer = setTimeout(() => void router.invalidate(), waitS * 1000);
    return () => clearTimeout(timer);
  }, [waitS, router]);
  return (
    <div className="page">
      <div className="note bad" role="alert">
        <strong>This page could not be shown</strong>
        <p>{error instanceof Error ? error.message : String(error)}</p>
        <button type="button" onClick={() => (waitS ? void router.invalidate() : location.reload())}>
          Try again
        </button>
      </div>
    </div>
  );
}
