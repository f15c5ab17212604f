import { StatusChoices, type WithStatus } from '../../edit/status-choices.tsx';
import { DashboardUpdateLineDocument, LineStatus } from '../../generated/graphql.ts';
import { DialogButton } from '../../parts/dialogs/dialog-button.tsx';
import { words } from '../../parts/words.ts';

const STATUSES = [
  [LineStatus.Active, 'It delivers within its flights and budgets.'],
  [LineStatus.Paused, 'It stops for now.'],
  [LineStatus.Inactive, 'It stops, and is done with.'],
] as const;

/** The statuses that the line may get; the service says which, and why not the others. */
export const StatusMenu = ({ line }: { readonly line: WithStatus }) => (
  <DialogButton name={`${words(line.status)} ▾`} title="Change status" near>
    {(close) => <LineStatusChoices line={line} onDone={close} />}
  </DialogButton>
);

interface Props {
  readonly line: WithStatus;
  readonly onDone: () => void;
}

export const LineStatusChoices = ({ line, onDone }: Props) => (
  <StatusChoices
    of={line}
    choices={STATUSES}
    document={DashboardUpdateLineDocument}
    resultOf={({ updateLine }) => updateLine}
    inputOf={(input) => input}
    onDone={onDone}
  />
);
