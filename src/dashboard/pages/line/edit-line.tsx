import { differencesOf, pick } from '../../edit/differences-of.ts';
import { among, DraftFields, type FieldOf, notNumbers, type Texts } from '../../edit/draft-fields.tsx';
import { DraftForm } from '../../edit/draft-form.tsx';
import { useLanguages } from '../../edit/languages.ts';
import { useDraft } from '../../edit/use-draft.ts';
import { DashboardUpdateLineDocument } from '../../generated/graphql.ts';
import { DialogButton } from '../../parts/dialogs/dialog-button.tsx';
import { BidNote } from './bid-note.tsx';
import type { LineFound } from './line.tsx';
import { BASIC_GROUPS, chosenOf, LINE_FIELDS, type LineField, withUnits } from './line-fields.ts';
import { OtherSettings } from './other-settings.tsx';

const SHOWN = [...LINE_FIELDS.map(({ name }) => name), 'status', 'schedules'] as const;

interface Props {
  readonly line: LineFound;
}

/** The line's own values, in a form. Its flights have one of their own. */
export function EditLine({ line }: Props) {
  return (
    <DialogButton name="Edit" title="Edit line" wide>
      {(close) => <Form line={line} onDone={close} />}
    </DialogButton>
  );
}

function Form({ line, onDone }: Props & { readonly onDone: () => void }) {
  const draft = useDraft({
    document: DashboardUpdateLineDocument,
    resultOf: ({ updateLine }) => updateLine,
    latest: line,
    initial: {} as Texts<LineField>,
    inputOf: (values, { id, updatedAt }) => ({ ...chosenOf(values), id, updatedAt }),
    check: (values) => notNumbers(LINE_FIELDS, values),
  });
  const { currency } = line.advertiser;
  const terms = { ...line, ...draft.values };
  const withLanguages = useLanguages('name');
  const completed = (fields: readonly FieldOf<LineField>[]) =>
    withLanguages(withUnits(fields, terms.goalType));
  return (
    <DraftForm
      draft={draft}
      lastChange={line.history.nodes[0]}
      theirs={differencesOf(pick(draft.opened, SHOWN), pick(line, SHOWN))}
      hasField={among(LINE_FIELDS)}
      currency={currency}
      onDone={onDone}
    >
      {BASIC_GROUPS.map(({ title, fields }) => (
        <DraftFields
          key={title}
          fields={completed(fields)}
          draft={draft}
          stored={line}
          currency={currency}
          {...(title && { title, isDense: true })}
        />
      ))}
      <BidNote terms={terms} stored={line} currency={currency} />
      <div>
        <OtherSettings {...{ draft, currency, completed }} stored={line} />
      </div>
    </DraftForm>
  );
}
