import { useEffect, useState } from 'react';
import type { Problem } from '../api/problem.ts';
import { wait } from './format.ts';

interface Props {
  readonly problem: Problem;
  readonly isBusy: boolean;
  readonly onRetry: () => void;
}

/** Asks again, once the service wants that. */
export function RetryButton({ problem, isBusy, onRetry }: Props) {
  const waitS = useWait(problem);
  return (
    <button type="button" disabled={waitS > 0 || isBusy} onClick={onRetry}>
      {waitS > 0 ? `Try again in ${wait(waitS)}` : 'Try again'}
    </button>
  );
}

/** Whole seconds until the service wants to be asked again. */
export function useWait(problem: Problem | undefined): number {
  const at = problem?.retryAt ?? 0;
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= at) clearInterval(timer);
    }, 500);
    return () => clearInterval(timer);
  }, [at]);
  return Math.max(0, Math.ceil((at - now) / 1000));
}
