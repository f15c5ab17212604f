import { words } from './words.ts';

const TONES: Readonly<Record<string, string>> = {
  ACTIVE: 'good',
  SUCCESS: 'good',
  ON_TRACK: 'good',
  ACCEPTED: 'good',
  SPENT: 'good',
  PROCESSING: 'info',
  SUBMITTED: 'info',
  NOT_STARTED: 'info',
  AHEAD: 'warn',
  BEHIND: 'warn',
  WILL_UNDERDELIVER: 'warn',
  DUPLICATE: 'warn',
  PAUSED: 'warn',
  NO_SPEND: 'warn',
  BUDGET_SPENT: 'warn',
  BLOCKED: 'warn',
  STOP_DAILY_BUDGET: 'warn',
  STOP_TOTAL_BUDGET: 'warn',
  ENDS_SOON: 'info',
  DELIVERED: 'good',
  PENDING: 'info',
  DISABLED: 'warn',
  FAILED: 'bad',
  REFUSED: 'bad',
  REJECTED: 'bad',
  ERROR: 'bad',
  DELETED: 'bad',
  REVOKED: 'bad',
};

interface Props {
  readonly value: string;
  /** Instead of the usual one: the same status can be good at the end of a flight, and a warning before. */
  readonly tone?: 'good' | 'warn' | undefined;
}

/** A status as a word with a colour, never as a colour alone. */
export function Status({ value, tone }: Props) {
  return <span className={`status ${tone ?? TONES[value] ?? ''}`}>{words(value)}</span>;
}
