import { useState } from 'react';
import { differencesOf } from '../../edit/differences-of.ts';
import { DraftForm } from '../../edit/draft-form.tsx';
import { useDraft } from '../../edit/use-draft.ts';
import { momentOf, wallTime } from '../../edit/zoned.ts';
import { DashboardUpdateLineDocument } from '../../generated/graphql.ts';
import { DialogButton } from '../../parts/dialog-button.tsx';
import { Field } from '../../parts/field.tsx';
import { type FlightChange, factsOf, inputOf } from './flight-changes.ts';
import type { LineFound } from './line.tsx';

interface Props {
  readonly line: LineFound;
}

/** The days and budgets of a line's flights, in a form. */
export function EditFlights({ line }: Props) {
  return (
    <DialogButton name="Edit flights" title="Edit the flights" wide>
      {(close) => <Form line={line} onDone={close} />}
    </DialogButton>
  );
}

function Form({ line, onDone }: Props & { readonly onDone: () => void }) {
  const zone = line.advertiser.timezone;
  const [added, setAdded] = useState(0);
  const draft = useDraft({
    document: DashboardUpdateLineDocument,
    resultOf: ({ updateLine }) => updateLine,
    latest: line,
    initial: [] as readonly FlightChange[],
    inputOf,
  });
  const { values, set, issues } = draft;
  const isNew = ({ key }: FlightChange) => line.schedules.every(({ id }) => id !== key);
  const rows = [
    ...line.schedules.map(({ id, ...flight }) => ({ key: id, ...flight })),
    ...values.filter(isNew).map(({ key }) => ({ key, startDateStr: '', endDateStr: '', budget: null })),
  ];
  const change = (key: string, fields: Omit<FlightChange, 'key'>) => {
    const known = values.some((each) => each.key === key);
    const all = known ? values : [...values, { key }];
    set(all.map((each) => (each.key === key ? { ...each, ...fields } : each)));
  };
  const sent = values.filter(({ isGone }) => !isGone);
  return (
    <DraftForm
      draft={draft}
      theirs={differencesOf(factsOf(draft.opened), factsOf(line))}
      hasField={(path) => FIELD.test(path)}
      onDone={onDone}
    >
      <p className="muted">
        Times are of {zone}, amounts in {line.advertiser.currency}.
      </p>
      {rows.map(({ key, startDateStr, endDateStr, budget }, index) => {
        const own = values.find((each) => each.key === key);
        const stored = { startDateStr, endDateStr };
        const path = `schedules[${sent.findIndex((each) => each.key === key)}]`;
        const name = `Flight ${index + 1}`;
        return (
          <fieldset key={key} className="fields flight" aria-label={name}>
            <legend className={own?.isGone ? 'gone' : undefined}>{name}</legend>
            {(['startDateStr', 'endDateStr'] as const).map((side) => (
              <Field
                key={side}
                label={side === 'startDateStr' ? 'Start' : 'End'}
                type="datetime-local"
                value={wallOf(own?.[side] ?? stored[side], zone)}
                issue={issues.get(`${path}.${side}`)}
                onChange={(text) => change(key, { [side]: momentOf(text, zone) ?? '' })}
              />
            ))}
            <Field
              label="Budget"
              value={String((own && 'budget' in own ? own.budget : budget) ?? '')}
              issue={issues.get(`${path}.budget`)}
              onChange={(text) => change(key, { budget: text === '' ? null : text })}
            />
            <button
              type="button"
              aria-pressed={own?.isGone === true}
              aria-label={`Remove ${name}`}
              onClick={() => change(key, { isGone: !own?.isGone })}
            >
              {own?.isGone ? 'Keep' : 'Remove'}
            </button>
          </fieldset>
        );
      })}
      <p>
        <button
          type="button"
          onClick={() => {
            setAdded(added + 1);
            change(`new ${added}`, { startDateStr: '', endDateStr: '' });
          }}
        >
          Add a flight
        </button>
      </p>
    </DraftForm>
  );
}

/** The paths of what can be typed. */
const FIELD = /^schedules\[\d+\]\.(startDateStr|endDateStr|budget)$/;

const wallOf = (iso: string, zone: string): string => (iso === '' ? '' : wallTime(iso, zone));
