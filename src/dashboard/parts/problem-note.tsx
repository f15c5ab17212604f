import { useEffect, useState } from 'react';
import type { Problem, ProblemKind } from '../api/problem.ts';

const TITLES: Readonly<Record<ProblemKind, string>> = {
  offline: 'Not connected',
  'signed-out': 'Signed out',
  forbidden: 'Not allowed',
  quota: 'Limit reached',
  unavailable: 'The service is busy',
  refused: 'This could not be loaded',
};

interface Props {
  readonly read: {
    readonly result: {
      readonly error: Problem | null;
      readonly errorUpdatedAt: number;
      readonly isFetching: boolean;
      refetch(): Promise<unknown>;
    };
  };
  readonly small?: boolean;
}

/** Why there is nothing, in the service's words, and a way to ask again once the service wants that. */
export function ProblemNote({ read, small = false }: Props) {
  const { error, refetch, isFetching, errorUpdatedAt } = read.result;
  const waitS = useCountdown(errorUpdatedAt + (error?.retryAfterS ?? 0) * 1000);
  if (!error) return null;
  return (
    <div className={`note bad${small ? ' small' : ''}`} role="alert">
      <strong>{TITLES[error.kind]}</strong>
      <p>{error.message}</p>
      <button type="button" disabled={waitS > 0 || isFetching} onClick={() => void refetch()}>
        {waitS > 0 ? `Try again in ${waitS} s` : 'Try again'}
      </button>
    </div>
  );
}

/** Whole seconds until `at`. */
function useCountdown(at: number): number {
  const left = () => Math.max(0, Math.ceil((at - Date.now()) / 1000));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    const tick = () => setSeconds(Math.max(0, Math.ceil((at - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [at]);
  return seconds;
}
