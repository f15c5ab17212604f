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
  DUPLICATE: 'warn',
  PAUSED: 'warn',
  NO_SPEND: 'warn',
  ENDS_SOON: 'info',
  FAILED: 'bad',
  REFUSED: 'bad',
  REJECTED: 'bad',
  ERROR: 'bad',
  DELETED: 'bad',
  REVOKED: 'bad',
};

/** A status as a word with a colour, never as a colour alone. */
export function Status({ value }: { readonly value: string }) {
  return <span className={`status ${TONES[value] ?? ''}`}>{words(value)}</span>;
}
