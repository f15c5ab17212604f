import type { ReactNode } from 'react';
import type { DashboardLineRowFragment } from '../../generated/graphql.ts';
import { price } from '../../parts/format.ts';
import { bidUnit } from '../line/bid-terms.ts';
import { BidForm } from '../line/change-bid.tsx';
import { CellEdit } from '../list/cells/cell-edit.tsx';
import { FlightForm } from './flight-form.tsx';

interface Props {
  readonly line: DashboardLineRowFragment;
}

/** The bid, which is changed in its row. */
export function BidCell({ line }: Props) {
  const { name, bidPrice, goalType, advertiser } = line;
  const text = bidPrice ? price(bidPrice, advertiser.currency) : '–';
  return (
    <CellEdit
      what="Bid"
      name={name}
      text={bidPrice ? `${text} ${bidUnit(goalType)}` : 'No bid'}
      form={(close) => <BidForm line={line} onDone={close} />}
    >
      {text}
      {bidPrice && <span className="cell-note">{bidUnit(goalType)}</span>}
    </CellEdit>
  );
}

interface FlightProps extends Props, Pick<Parameters<typeof FlightForm>[0], 'spent'> {
  /** Of the flight. */
  readonly flight: DashboardLineRowFragment['schedules'][number];
  readonly text: string;
  readonly children: ReactNode;
}

/** Budget and dates of a flight, which are changed in the row of its line. */
export const FlightCell = ({ line, flight, spent, text, children }: FlightProps) => (
  <CellEdit
    what="Flight"
    name={line.name}
    text={text}
    form={(close) => <FlightForm {...{ line, flight, spent }} onDone={close} />}
  >
    {children}
  </CellEdit>
);
