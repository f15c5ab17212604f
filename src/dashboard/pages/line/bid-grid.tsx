import { useState } from 'react';
import { outcomeOf } from '../../api/outcome.ts';
import { useWrite } from '../../api/use-write.ts';
import { DashboardUpdateBidsDocument, type UpdateBidMultipliersInput } from '../../generated/graphql.ts';
import { number } from '../../parts/format.ts';
import { DAYS, HOURS, type Hour, hoursOf } from './bid-hours.ts';
import type { LineFound } from './line.tsx';

const UNCHANGED = 1;

/** The bid's factor for each hour of the week, to look at and to edit. */
export function BidGrid({ line }: { readonly line: LineFound }) {
  const stored = hoursOf([...line.early.nodes, ...line.late.nodes]);
  const [edited, setEdited] = useState<ReadonlyMap<Hour, number>>(new Map());
  const [brush, setBrush] = useState('1.5');
  const update = useWrite(DashboardUpdateBidsDocument);
  const [refusal, setRefusal] = useState<string>();
  const factor = (hour: Hour) => edited.get(hour) ?? stored.get(hour)?.multiplier ?? UNCHANGED;
  const isValid = brush.trim() !== '' && Number.isFinite(Number(brush));
  const paint = (hour: Hour) => isValid && setEdited(new Map(edited).set(hour, Number(brush)));

  async function save() {
    const input = inputOf(line, stored, edited);
    try {
      const { updateBidMultipliers } = await update.mutateAsync({ input, validateOnly: false });
      const { refusal } = outcomeOf(updateBidMultipliers);
      setRefusal(refusal?.message);
      if (!refusal) setEdited(new Map());
    } catch (error) {
      setRefusal((error as Error).message);
    }
  }

  return (
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
        <span className="muted">Choose hours to set them. 1 leaves the bid as it is.</span>
        {edited.size > 0 && (
          <>
            <button type="button" className="primary" disabled={update.isPending} onClick={() => void save()}>
              Save {edited.size} {edited.size === 1 ? 'hour' : 'hours'}
            </button>
            <button type="button" onClick={() => setEdited(new Map())}>
              Discard
            </button>
          </>
        )}
      </p>
      {refusal && (
        <p className="note bad" role="alert">
          {refusal}
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="table-box" tabIndex={0} aria-label="Bids by hour of the week">
        <table className="grid">
          <thead>
            <tr>
              <th>
                <span className="visually-hidden">Day</span>
              </th>
              {HOURS.map((hour) => (
                <th key={hour}>{hour}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {DAYS.map((day) => (
              <tr key={day}>
                <th>{day}</th>
                {HOURS.map((hour) => (
                  <Cell
                    key={hour}
                    name={`${day} ${hour}:00`}
                    factor={factor(`${day}-${hour}`)}
                    isEdited={edited.has(`${day}-${hour}`)}
                    onPaint={() => paint(`${day}-${hour}`)}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

interface CellProps {
  readonly name: string;
  readonly factor: number;
  readonly isEdited: boolean;
  readonly onPaint: () => void;
}

function Cell({ name, factor, isEdited, onPaint }: CellProps) {
  const text = number(factor, { maximumFractionDigits: 2 });
  const tone = factor > UNCHANGED ? Math.min(5, Math.ceil((factor - 1) * 2.5)) : factor < UNCHANGED ? -1 : 0;
  return (
    <td>
      <button
        type="button"
        className={`cell tone-${tone}${isEdited ? ' edited' : ''}`}
        aria-label={`${name}, factor ${text}`}
        onClick={onPaint}
      >
        {factor === UNCHANGED ? '·' : text}
      </button>
    </td>
  );
}

/** What was edited, as the service takes it: hours that it does not know are added, 1 removes. */
function inputOf(
  line: LineFound,
  stored: ReturnType<typeof hoursOf>,
  edited: ReadonlyMap<Hour, number>,
): UpdateBidMultipliersInput {
  const isNew = ([hour]: readonly [Hour, number]) => !stored.has(hour);
  const items = [...edited];
  return {
    lineId: line.id,
    updatedAt: line.updatedAt,
    added: items.filter(isNew).map(([hour, multiplier]) => {
      const [day, number] = hour.split('-');
      return { targetType: 'DAY_PARTING', targetValue: { day, hour: Number(number) }, multiplier };
    }),
    edited: items
      .filter((item) => !isNew(item))
      .map(([hour, multiplier]) => ({ id: stored.get(hour)?.id ?? null, multiplier })),
  };
}
