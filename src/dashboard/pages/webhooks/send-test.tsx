import { outcomeOf } from '../../api/outcome.ts';
import { useWrite } from '../../api/use-write.ts';
import { DashboardTestWebhookDocument } from '../../generated/graphql.ts';

/** Sends a ping, which stands first among the deliveries. */
export function SendTest({ id }: { readonly id: string }) {
  const write = useWrite(DashboardTestWebhookDocument);
  const refusal = write.data && outcomeOf(write.data.testWebhook).refusal?.message;
  const said = write.error?.message ?? refusal;
  return (
    <>
      {said && (
        <span className="issue" role="alert">
          {said}
        </span>
      )}
      <button type="button" disabled={write.isPending} onClick={() => void write.run({ input: { id } })}>
        Send a test
      </button>
    </>
  );
}
