import { useState } from 'react';
import { outcomeOf, type Refused } from '../../api/outcome.ts';
import { doneText } from '../../api/outcome-text.ts';
import { useDryRun } from '../../api/use-dry-run.ts';
import { useWrite } from '../../api/use-write.ts';
import {
  BidMultiplierTargetType,
  DashboardUpdateBidsDocument,
  type UpdateBidMultipliersInput,
} from '../../generated/graphql.ts';
import { AskAgain } from '../../parts/ask-again.tsx';
import { type SharpChange, sharpChange } from '../../parts/changes/sharp-change.ts';
import { counted, localTimes, number, price } from '../../parts/format.ts';
import { issueAt } from '../../parts/issue.ts';
import { useUnsaved } from '../../parts/unsaved.ts';
import { useCanEdit } from '../../shell/viewer.ts';
import { offerUndo } from '../../undo/last-write.ts';
import { undoableOf } from '../../undo/undoable.ts';
import { BidCells, UNCHANGED } from './bid-cells.tsx';
import { type Hour, hoursOf } from './bid-hours.ts';
import type { LineFound } from './line.tsx';

type Hours = ReadonlyMap<Hour, number>;

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
  const input = edited.size > 0 ? inputOf(line, stored, edited) : undefined;
  const tried = useDryRun(DashboardUpdateBidsDocument, input && { input });
  const result = write.data ?? (input && tried.data);
  const refusal = result && outcomeOf(result.updateBidMultipliers).refusal;
  useUnsaved(edited.size > 0 && !write.isPending);
  const said =
    (write.error ?? tried.problem)?.message ?? (refusal && localTimes(wordsOf(refusal, stored, edited)));

  function paint(hours: readonly Hour[]) {
    if (!isValid) return;
    write.reset();
    if (edited.size === 0) setOpened(latest);
    setEdited(new Map([...edited, ...hours.map((hour) => [hour, Number(brush)] as const)]));
  }
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
    <>
      {canEdit && (
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
          <span className="muted">
            Select an hour, a day or the head of a column to apply the factor. 1 leaves the bid unchanged.
          </span>
          {edited.size > 0 && (
            <>
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
              {falling > 0 && (
                <span className="warned">{counted(falling, 'hour')} less than a third of it</span>
              )}
            </>
          )}
        </p>
      )}
      {said && (
        <div className="note bad" role="alert">
          <p>{said}</p>
          {!write.error && <AskAgain tried={tried} />}
        </div>
      )}
      <p className="muted small">Times are in {line.advertiser.timezone}.</p>
      <BidCells
        factorOf={factorOf}
        isEdited={(hour) => edited.has(hour)}
        bidOf={(factor) => bidText(line, factor)}
        {...(canEdit && { onPaint: paint })}
      />
    </>
  );
}

/** What a factor makes of the line's bid, which its cap may hold back; undefined without a bid. */
function bidText({ bidPrice, bidMultiplierCap, advertiser }: LineFound, factor: number): string | undefined {
  if (!bidPrice) return undefined;
  const most = bidMultiplierCap ? Number(bidMultiplierCap) : Number.POSITIVE_INFINITY;
  return price(Number(bidPrice) * Math.min(factor, most), advertiser.currency);
}

/** The bid before and after a factor. */
function BidOf({ line, factor }: { readonly line: LineFound; readonly factor: number | undefined }) {
  const { bidPrice, bidMultiplierCap: cap, advertiser } = line;
  if (!bidPrice || factor === undefined) return null;
  const isCapped = cap != null && factor > Number(cap);
  return (
    <output className={isCapped ? 'warned' : undefined}>
      Bid {price(bidPrice, advertiser.currency)} → {bidText(line, factor)}
      {isCapped && `, at the largest factor of ${number(cap)}`}
    </output>
  );
}

/** A refusal with the hours that it is about by name. */
function wordsOf({ message, issues }: Refused, stored: ReturnType<typeof hoursOf>, edited: Hours): string {
  const hours = [...edited.keys()];
  const lists = {
    added: hours.filter((hour) => !stored.has(hour)),
    edited: hours.filter((hour) => stored.has(hour)),
  };
  const texts = [...issues].map(([path, text]) => {
    const [, list, row] = /^(added|edited)\[(\d+)\]/.exec(path) ?? [];
    const hour = list && lists[list as keyof typeof lists][Number(row)];
    return issueAt(path, text, hour && `Factor of ${hour.replace('-', ' ')}:00`);
  });
  return texts.join(' ') || message;
}

/** What was edited, as the service takes it: hours that it does not know are added, 1 removes. */
function inputOf(
  line: LineFound,
  stored: ReturnType<typeof hoursOf>,
  edited: Hours,
): UpdateBidMultipliersInput {
  const isNew = ([hour]: readonly [Hour, number]) => !stored.has(hour);
  const items = [...edited];
  return {
    lineId: line.id,
    updatedAt: line.updatedAt,
    added: items.filter(isNew).map(([hour, multiplier]) => {
      const [day, number] = hour.split('-');
      return {
        targetType: BidMultiplierTargetType.DayParting,
        targetValue: { day, hour: Number(number) },
        multiplier,
      };
    }),
    edited: items.flatMap(([hour, multiplier]) => {
      const known = stored.get(hour);
      return known ? [{ id: known.id, multiplier }] : [];
    }),
  };
}
