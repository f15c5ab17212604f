import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { outcomeOf } from '../../api/outcome.ts';
import type { Problem } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
import { readAgain } from '../../api/use-dry-run.ts';
import { DashboardReplayDeliveryDocument, type DashboardWebhookQuery } from '../../generated/graphql.ts';
import { number } from '../../parts/format.ts';

type Delivery = NonNullable<DashboardWebhookQuery['thing']>['deliveries']['nodes'][number];

interface Props {
  /** Those that are shown. */
  readonly deliveries: readonly Delivery[];
  /** All that failed. */
  readonly total: number;
}

/** Why it was not sent again; undefined if it was. */
const sendAgain = (id: string): Promise<string | undefined> =>
  request(DashboardReplayDeliveryDocument, { input: { id } }, { key: crypto.randomUUID() }).then(
    ({ replayWebhookDelivery }) => outcomeOf(replayWebhookDelivery).refusal?.message,
    ({ message }: Problem) => message,
  );

/** Sends again all shown deliveries that were given up, such as after a failure of one's server. */
export function SendFailed({ deliveries, total }: Props) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState<{ readonly text: string; readonly isBad: boolean }>();
  const failed = deliveries.filter(({ status }) => status === 'FAILED');
  /** One after the other, until one is refused: the others would be, too. */
  async function sendAll() {
    setBusy(true);
    let sent = 0;
    let problem: string | undefined;
    for (const { id } of failed) {
      problem = await sendAgain(id);
      if (problem) break;
      sent += 1;
    }
    await readAgain(client);
    setSaid({
      text: `${number(sent)} sent again${problem ? `. ${problem}` : ''}`,
      isBad: problem !== undefined,
    });
    setBusy(false);
  }
  return (
    <>
      {said && (
        <span className={said.isBad ? 'issue' : 'muted'} role={said.isBad ? 'alert' : 'status'}>
          {said.text}
        </span>
      )}
      {failed.length > 1 && (
        <button type="button" disabled={isBusy} onClick={() => void sendAll()}>
          Send {number(failed.length)} failed again
          {total > failed.length && <span className="muted"> of {number(total)}</span>}
        </button>
      )}
    </>
  );
}
