import { outcomeOf } from '../../../api/outcome.ts';
import { useDryRun } from '../../../api/use-dry-run.ts';
import { useWrite } from '../../../api/use-write.ts';
import { DashboardReplayEventsDocument } from '../../../generated/graphql.ts';
import { DialogButton } from '../../../parts/dialogs/dialog-button.tsx';
import { DialogForm } from '../../../parts/dialogs/dialog-form.tsx';
import { counted } from '../../../parts/format.ts';

interface Props {
  readonly pixelId: string;
  readonly since: string;
}

/** Sends the events again that no rule refuses, after saying how many they are. */
export const SendAgain = (props: Props) => (
  <DialogButton name="Send again…" title="Send refused events again">
    {(close) => <Form {...props} onDone={close} />}
  </DialogButton>
);

function Form({ pixelId, since, onDone }: Props & { readonly onDone: () => void }) {
  const input = { pixelId, since };
  const tried = useDryRun(DashboardReplayEventsDocument, { input });
  const write = useWrite(DashboardReplayEventsDocument);
  const planned = tried.data && outcomeOf(tried.data.replayRefusedEvents);
  const sent = write.data && outcomeOf(write.data.replayRefusedEvents);
  const problem =
    write.error?.message ?? sent?.refusal?.message ?? planned?.refusal?.message ?? tried.problem?.message;
  const count = planned?.done?.eventCount ?? 0;
  if (sent?.done)
    return (
      <div className="form">
        <p role="status">
          {counted(sent.done.eventCount, 'event')} accepted
          {sent.done.refusedCount > 0 && `, ${counted(sent.done.refusedCount, 'request')} refused again`}
          {sent.done.remainingCount > 0 && `, ${counted(sent.done.remainingCount, 'request')} left to send`}.
        </p>
        <p className="row end">
          <button type="button" className="primary" onClick={onDone}>
            Close
          </button>
        </p>
      </div>
    );
  return (
    <DialogForm
      action={`Send ${counted(count, 'event')}`}
      problem={problem}
      isDisabled={count === 0 || write.isPending}
      onSubmit={() => write.run({ input, validateOnly: false })}
    >
      <p>
        {planned?.done
          ? `${counted(count, 'event')} of ${counted(planned.done.requestCount, 'request')} are refused by no rule, and would be stored as the client sent them.`
          : 'Looking at what can be sent…'}
      </p>
      <p className="muted small">
        These came in one request with a wrong one, over the limit, or before the client was allowed. What the
        client has repeated meanwhile is stored twice, unless by its key. This cannot be undone.
      </p>
    </DialogForm>
  );
}
