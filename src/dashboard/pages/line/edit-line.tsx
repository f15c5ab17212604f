import { useState } from 'react';
import type { UpdateLineInput } from '../../generated/graphql.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import type { LineFound } from './line.tsx';
import { SavePanel } from './save-panel.tsx';
import { useLineDraft } from './use-line-draft.ts';

/** The line's own values and the budgets of its flights, in a form. */
export function EditLine({ line }: { readonly line: LineFound }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)} aria-haspopup="dialog">
        Edit
      </button>
      {isOpen && (
        <Dialog title="Edit the line" onClose={() => setOpen(false)}>
          <Form line={line} onDone={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}

const FIELDS = [
  ['name', 'Name'],
  ['bidPrice', 'Bid'],
  ['goalAmount', 'Goal amount'],
  ['bidMultiplierCap', 'Largest bid multiplier'],
] as const;

function Form({ line, onDone }: { line: LineFound; onDone: () => void }) {
  const draft = useLineDraft(line);
  const { values, set, issues } = draft;
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        void draft.save().then((isSaved) => isSaved && onDone());
      }}
    >
      {FIELDS.map(([name, label]) => (
        <Field
          key={name}
          label={label}
          value={String((name in values ? values[name] : line[name]) ?? '')}
          issue={issues.get(name)}
          onChange={(text) => set({ [name]: text === '' ? null : text } as Partial<UpdateLineInput>)}
        />
      ))}
      {line.schedules.map(({ id, budget }, index) => {
        const own = values.schedules?.find((schedule) => schedule.id === id);
        return (
          <Field
            key={id}
            label={line.schedules.length === 1 ? 'Budget' : `Budget of flight ${index + 1}`}
            value={String((own ? own.budget : budget) ?? '')}
            issue={issues.get(`schedules[${values.schedules?.findIndex((each) => each.id === id)}].budget`)}
            onChange={(text) =>
              set({
                schedules: [
                  ...(values.schedules ?? []).filter((each) => each.id !== id),
                  { id, budget: text === '' ? null : text },
                ],
              })
            }
          />
        );
      })}
      <SavePanel draft={draft} />
    </form>
  );
}
