import { differencesOf } from '../../../edit/differences-of.ts';
import { DraftForm } from '../../../edit/draft-form.tsx';
import { useDraft } from '../../../edit/use-draft.ts';
import { DashboardUpdateTargetingDocument } from '../../../generated/graphql.ts';
import { DialogButton } from '../../../parts/dialogs/dialog-button.tsx';
import type { LineFound } from '../line.tsx';
import { factsOf, inputOf, NOTHING, placeIssue } from './targeting-change.ts';
import { TargetingFields } from './targeting-fields.tsx';

interface Props {
  readonly line: LineFound;
}

/** Where a line delivers, on which sites it does not, and to whom by what they did with products, in a form. */
export function EditTargeting({ line }: Props) {
  return (
    <DialogButton name="Edit targeting" title="Edit targeting" wide>
      {(close) => <Form line={line} onDone={close} />}
    </DialogButton>
  );
}

const OWN_PATHS = /^(geos\.(added|excluded)|placeText)/;

function Form({ line, onDone }: Props & { readonly onDone: () => void }) {
  const draft = useDraft({
    document: DashboardUpdateTargetingDocument,
    resultOf: ({ updateTargeting }) => updateTargeting,
    latest: line,
    initial: NOTHING,
    inputOf,
    check: placeIssue,
  });
  return (
    <DraftForm
      draft={draft}
      lastChange={line.history.nodes[0]}
      theirs={differencesOf(factsOf(draft.opened), factsOf(line))}
      hasField={(path) => OWN_PATHS.test(path)}
      onDone={onDone}
    >
      <TargetingFields
        owner={line.advertiser}
        lineId={line.id}
        stored={line.targeting}
        values={draft.values}
        issues={draft.issues}
        onChange={draft.set}
      />
    </DraftForm>
  );
}
