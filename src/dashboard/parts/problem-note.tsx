import type { Problem, ProblemKind } from '../api/problem.ts';
import { RetryButton } from './retry-button.tsx';

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
      readonly isFetching: boolean;
      refetch(): Promise<unknown>;
    };
  };
  readonly small?: boolean;
}

/** Why there is nothing, in the service's words, and a way to ask again. */
export function ProblemNote({ read, small = false }: Props) {
  const { error, refetch, isFetching } = read.result;
  if (!error) return null;
  return (
    <div className={`note bad${small ? ' small' : ''}`} role="alert">
      <strong>{TITLES[error.kind]}</strong>
      <p>{error.message}</p>
      <RetryButton problem={error} isBusy={isFetching} onRetry={() => void refetch()} />
    </div>
  );
}
