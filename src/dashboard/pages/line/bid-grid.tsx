import { useState } from 'react';
import { outcomeOf } from '../../api/outcome.ts';
import { doneText } from '../../api/outcome-text.ts';
import { useDryRun } from '../../api/use-dry-run.ts';
import { useWrite } from '../../api/use-write.ts';
import { DashboardUpdateBidsDocument } from '../../generated/graphql.ts';
import { AskAgain } from '../../parts/ask-again.tsx';
import { type SharpChange, sharpChange } from '../../parts/changes/sharp-change.ts';
import { Choice } from '../../parts/fields/choice.tsx';
import { METRICS } from '../../parts/figures/metrics.ts';
import { counted, localTimes, number, price } from '../../parts/format.ts';
import { useUnsaved } from '../../parts/unsaved.ts';
import { useCanEdit } from '../../shell/viewer.ts';
import { offerUndo } from '../../undo/last-write.ts';
import { undoableOf } from '../../undo/undoable.ts';
import { titleOf } from '../delivery/metrics.ts';
import { UNCHANGED } from './bid-cell.tsx';
import { BidCells } from './bid-cells.tsx';
import { type Hour, hoursOf, likeMonday, PRESETS } from './bid-hours.ts';
import { bidUnit } from './bid-terms.ts';
import { bidsInput, type Hours, refusalText } from './bids-input.ts';
import { HOUR_METRICS, type HourMetric, MAX_DAYS, useHourFigures } from './hour-figures.tsx';
import type { LineFound } from './line.tsx';
import { multipliedBid } from './site-bids/multiplied-bid.ts';

/** The bid's factor for each hour of the week, to look at and to edit. */
export function BidGrid({ line: latest }: { readonly line: LineFound }) {
  const canEdit = useCanEdit();
  const [edited, setEdited] = useState<Hours>(new Map());
  // As it was when the first hour was set: what is read again meanwhile must not move the precondition.
  const [opened, setOpened] = useState(latest);
  const line = edited.size > 0 ? opened : latest;
  const stored = hoursOf([...line.early.nodes, ...line.late.nodes]);
  const [brush, setBrush] = useState('1.5');
  const write = useWrite(DashboardUpdateBidsDocument);
  const factorOf = (hour: Hour) => edited.get(hour) ?? stored.get(hour)?.multiplier ?? UNCHANGED;
  const sharply = (change: SharpChange) =>
    [...edited].filter(([hour, after]) => {
      const before = stored.get(hour)?.multiplier ?? UNCHANGED;
      return sharpChange({ field: 'multiplier', before, after }) === change;
    }).length;
  const [growing, falling] = [sharply('RISE'), sharply('FALL')];
  const isValid = brush.trim() !== '' && Number.isFinite(Number(brush));
  const input = edited.size > 0 ? bidsInput(line, stored, edited) : undefined;
  const tried = useDryRun(DashboardUpdateBidsDocument, input && { input });
  const result = write.data ?? (input && tried.data);
  const refusal = result && outcomeOf(result.updateBidMultipliers).refusal;
  useUnsaved(edited.size > 0 && !write.isPending);
  const said =
    (write.error ?? tried.problem)?.message ?? (refusal && localTimes(refusalText(refusal, stored, edited)));

  const [metric, setMetric] = useState<HourMetric>();
  const figures = useHourFigures(line, metric);

  function set(factors: readonly (readonly [Hour, number])[]) {
    write.reset();
    if (edited.size === 0) setOpened(latest);
    setEdited(new Map([...edited, ...factors]));
  }
  const paint = (hours: readonly Hour[]) => {
    if (isValid) set(hours.map((hour) => [hour, Number(brush)] as const));
  };
  function discard() {
    write.reset();
    setEdited(new Map());
  }
  async function save() {
    if (!input) return;
    const answer = await write.run({ input, validateOnly: false });
    if (!answer || !outcomeOf(answer.updateBidMultipliers).done) return;
    discard();
    offerUndo(undoableOf([answer.updateBidMultipliers], () => doneText(answer) ?? 'Saved'));
  }

  return (
    <div className="stack">
      {canEdit && (
        <>
          <p className="row">
            <label className="inline">
              Factor{' '}
              <input
                type="number"
                className="short"
                min="0.01"
                step="0.05"
                value={brush}
                onChange={({ target }) => setBrush(target.value)}
              />
            </label>
            <BidOf line={line} factor={isValid ? Number(brush) : undefined} />
            {PRESETS.map(([name, hours]) => (
              <button key={name} type="button" className="small" onClick={() => paint(hours)}>
                {name}
              </button>
            ))}
            <button type="button" className="small" onClick={() => set(likeMonday(factorOf))}>
              Monday for Tue–Fri
            </button>
          </p>
          <p className="muted small">
            Select an hour, a day or the head of a column to apply the factor, or draw over several hours;
            with Shift, all between two. 1 leaves the bid unchanged; a low factor such as 0.01 bids next to
            nothing, since no hour can be switched off.
          </p>
        </>
      )}
      {edited.size > 0 && (
        <p className="row">
          <button
            type="button"
            className="primary"
            disabled={write.isPending || !tried.isCurrent || said !== undefined}
            onClick={() => void save()}
          >
            Save {counted(edited.size, 'hour')}
          </button>
          <button type="button" onClick={discard}>
            Discard
          </button>
          {growing > 0 && (
            <span className="warned">{counted(growing, 'hour')} more than three times as much</span>
          )}
          {falling > 0 && <span className="warned">{counted(falling, 'hour')} less than a third of it</span>}
        </p>
      )}
      {said && (
        <div className="note bad" role="alert">
          <p>{said}</p>
          {!write.error && <AskAgain tried={tried} />}
        </div>
      )}
      <p className="row">
        <Choice
          label="Figure in each hour"
          value={metric ?? ''}
          choices={[['', 'No figures'], ...HOUR_METRICS.map((each) => [each, titleOf(each)] as const)]}
          onChoose={(value) => setMetric(HOUR_METRICS.find((each) => each === value))}
        />
        <span className="muted small">
          Times are in {line.advertiser.timezone}.
          {metric &&
            (figures
              ? ` ${titleOf(metric)}${METRICS[metric].kind === 'percent' ? ' in per cent' : ''} in the days of the page; darker is more.`
              : ` Figures by hour are there for at most ${MAX_DAYS} days.`)}
        </span>
      </p>
      <BidCells
        factorOf={factorOf}
        isEdited={(hour) => edited.has(hour)}
        bidOf={(factor) => multipliedBid(line, factor)}
        figures={figures}
        {...(canEdit && { onPaint: paint })}
      />
    </div>
  );
}

/** The bid before and after a factor. */
function BidOf({ line, factor }: { readonly line: LineFound; readonly factor: number | undefined }) {
  const { bidPrice, bidMultiplierCap: cap, goalType, advertiser } = line;
  if (!bidPrice || factor === undefined) return null;
  const isCapped = cap != null && factor > Number(cap);
  return (
    <output className={isCapped ? 'warned' : undefined}>
      Bid {price(bidPrice, advertiser.currency)} → {multipliedBid(line, factor)} {bidUnit(goalType)}
      {isCapped && `, at the largest factor of ${number(cap)}`}
    </output>
  );
}
