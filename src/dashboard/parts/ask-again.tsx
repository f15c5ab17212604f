import type { DryRun } from '../api/use-dry-run.ts';
import { RetryButton } from './retry-button.tsx';

interface Props {
  readonly tried: Pick<DryRun<unknown>, 'problem' | 'isBusy' | 'tryAgain'>;
}

/** Lets a form check its input again. Without this, people would have to type something else. */
export function AskAgain({ tried: { problem, isBusy, tryAgain } }: Props) {
  if (problem?.retryAt === undefined) return null;
  return <RetryButton problem={problem} isBusy={isBusy} onRetry={tryAgain} />;
}
