import { outcomeOf } from '../../api/outcome.ts';
import { doneText } from '../../api/outcome-text.ts';
import { useWrite } from '../../api/use-write.ts';
import { CampaignStatus, DashboardUpdateCampaignDocument } from '../../generated/graphql.ts';
import { AlertNote } from '../../parts/dialogs/alert-note.tsx';
import { DialogButton } from '../../parts/dialogs/dialog-button.tsx';
import { localTimes } from '../../parts/format.ts';
import { VERBS } from '../../parts/verbs.ts';
import { words } from '../../parts/words.ts';
import { offerUndo } from '../../undo/last-write.ts';
import { undoableOf } from '../../undo/undoable.ts';

interface Props {
  readonly campaign: { readonly id: string; readonly status: string; readonly updatedAt: string };
}

const CHOICES = [
  [CampaignStatus.Active, 'Lines that are active themselves go on.'],
  [CampaignStatus.Paused, 'None of its lines delivers until you activate it again.'],
] as const;

/** Pauses and activates a campaign. One that is deleted stays so. */
export function CampaignStatusMenu({ campaign }: Props) {
  return (
    <DialogButton name={`${words(campaign.status)} ▾`} title="Change status">
      {(close) => <Choices campaign={campaign} onDone={close} />}
    </DialogButton>
  );
}

function Choices({ campaign, onDone }: Props & { readonly onDone: () => void }) {
  const update = useWrite(DashboardUpdateCampaignDocument);
  const refused = update.data && outcomeOf(update.data.updateCampaign).refusal;
  const refusal = update.error?.message ?? refused?.message;
  async function choose(status: (typeof CHOICES)[number][0]) {
    const { id, updatedAt } = campaign;
    const answer = await update.run({ input: { id, status, updatedAt }, validateOnly: false });
    if (!answer || !outcomeOf(answer.updateCampaign).done) return;
    offerUndo(undoableOf([answer.updateCampaign], () => doneText(answer) ?? 'Saved'));
    onDone();
  }
  return (
    <>
      {refusal && <AlertNote>{localTimes(refusal)}</AlertNote>}
      <ul className="choices">
        {CHOICES.map(([status, meaning]) => {
          const isCurrent = status === campaign.status;
          return (
            <li key={status}>
              <button
                type="button"
                disabled={isCurrent || update.isPending}
                onClick={() => void choose(status)}
              >
                {VERBS[status]}
              </button>
              <span className="muted">{isCurrent ? 'Current status' : meaning}</span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
