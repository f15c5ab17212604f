import { type BidTerms, bidWarning, unitWarning } from './bid-terms.ts';

interface Props {
  /** As they are typed. */
  readonly terms: BidTerms;
  /** As they are stored; of a line that is not there yet, nothing is. */
  readonly stored?: BidTerms;
  readonly currency: string;
}

/** What is wrong with a bid before it is saved: it is over the goal, or is paid for something else now. */
export function BidNote({ terms, stored, currency }: Props) {
  const said = [
    bidWarning(terms, currency),
    stored && unitWarning({ ...stored, ...terms }, stored, currency),
  ].filter((text) => text !== undefined);
  return (
    <div role="status">
      {said.length > 0 && (
        <div className="note warn">
          {said.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      )}
    </div>
  );
}
