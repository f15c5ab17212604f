import { differencesOf, pick } from '../../edit/differences-of.ts';
import { among, DraftFields, notNumbers, type Texts } from '../../edit/draft-fields.tsx';
import { DraftForm } from '../../edit/draft-form.tsx';
import { useLanguages } from '../../edit/languages.ts';
import { useDraft } from '../../edit/use-draft.ts';
import { DashboardUpdateLineDocument } from '../../generated/graphql.ts';
import { DialogButton } from '../../parts/dialogs/dialog-button.tsx';
import type { LineFound } from './line.tsx';
import { chosenOf, LINE_FIELDS, LINE_GROUPS, type LineField, withUnits } from './line-fields.ts';

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
  const withLanguages = useLanguages('name');
  return (
    <DraftForm
      draft={draft}
      lastChange={line.history.nodes[0]}
      theirs={differencesOf(pick(draft.opened, SHOWN), pick(line, SHOWN))}
      hasField={among(LINE_FIELDS)}
      currency={line.advertiser.currency}
      onDone={onDone}
    >
      {LINE_GROUPS.map(([title, fields]) => (
        <DraftFields
          key={title}
          fields={withLanguages(
            withUnits(fields, 'goalType' in draft.values ? draft.values.goalType : line.goalType),
          )}
          draft={draft}
          stored={line}
          currency={line.advertiser.currency}
          {...(title && { title })}
        />
      ))}
    </DraftForm>
  );
}
