import { counted, number } from '../../../parts/format.ts';

interface Props {
  readonly count: number;
  /** As many as match the rule that is stored. */
  readonly before?: number;
}

/** How many events match a rule that is not stored yet. */
export function Matching({ count, before = count }: Props) {
  return (
    <p role="status">
      {counted(count, 'event')} {count === 1 ? 'matches' : 'match'} this rule
      {before !== count && `, ${number(before)} before`}.{count === 0 && ' Rules compare letter by letter.'}
    </p>
  );
}
