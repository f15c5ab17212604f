import { differencesOf, pick } from '../../edit/differences-of.ts';
import { among, DraftFields, notNumbers, type Texts } from '../../edit/draft-fields.tsx';
import { DraftForm } from '../../edit/draft-form.tsx';
import { useDraft } from '../../edit/use-draft.ts';
import { DashboardUpdateLineDocument } from '../../generated/graphql.ts';
import { DialogButton } from '../../parts/dialog-button.tsx';
import type { LineFound } from './line.tsx';

const FIELDS = [
  { name: 'name' },
  { name: 'bidPrice', isNumber: true },
  { name: 'goalAmount', isNumber: true },
  { name: 'bidMultiplierCap', isNumber: true },
] as const;
const SHOWN = [...FIELDS.map(({ name }) => name), 'status', 'schedules'] as const;

interface Props {
  readonly line: LineFound;
}

/** The line's own values, in a form. Its flights have one of their own. */
export function EditLine({ line }: Props) {
  return (
    <DialogButton name="Edit" title="Edit line">
      {(close) => <Form line={line} onDone={close} />}
    </DialogButton>
  );
}

function Form({ line, onDone }: Props & { readonly onDone: () => void }) {
  const draft = useDraft({
    document: DashboardUpdateLineDocument,
    resultOf: ({ updateLine }) => updateLine,
    latest: line,
    initial: {} as Texts<(typeof FIELDS)[number]['name']>,
    inputOf: (values, { id, updatedAt }) => ({ ...values, id, updatedAt }),
    check: (values) => notNumbers(FIELDS, values),
  });
  return (
    <DraftForm
      draft={draft}
      lastChange={line.history.nodes[0]}
      theirs={differencesOf(pick(draft.opened, SHOWN), pick(line, SHOWN))}
      hasField={among(FIELDS)}
      currency={line.advertiser.currency}
      onDone={onDone}
    >
      <DraftFields fields={FIELDS} stored={line} draft={draft} />
    </DraftForm>
  );
}
