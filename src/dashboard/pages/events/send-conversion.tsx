import { type FormEvent, useState } from 'react';
import { outcomeOf, type Refused } from '../../api/outcome.ts';
import { useWrite } from '../../api/use-write.ts';
import {
  DashboardClickDocument,
  type DashboardEventsQuery,
  DashboardSendConversionDocument,
} from '../../generated/graphql.ts';
import { AlertNote } from '../../parts/alert-note.tsx';
import { Field } from '../../parts/fields/field.tsx';
import { isWhole, WHOLE_NUMBER_WANTED } from '../../parts/fields/numbers.ts';
import { issueOf } from '../../parts/issue.ts';
import { Status } from '../../parts/status.tsx';

interface Props {
  readonly receipts: DashboardEventsQuery['conversionReceipts']['nodes'];
  /** An ad that can be clicked on. */
  readonly example: number | undefined;
}

/** A click on an ad and the conversion after it: to see what becomes of it. */
export function SendConversion({ receipts, example }: Props) {
  const [typed, setAd] = useState<string>();
  const ad = typed ?? String(example ?? '');
  const [gv, setValue] = useState('');
  const [refusal, setRefusal] = useState<Refused>();
  const [sent, setSent] = useState<string>();
  const click = useWrite(DashboardClickDocument);
  const conversion = useWrite(DashboardSendConversionDocument);
  const said = click.error?.message ?? conversion.error?.message ?? refusal?.message;
  const isAd = isWhole(ad);
  const issue = {
    ad: ad.trim() === '' || isAd ? issueOf(refusal?.issues, 'adId', 'Ad ID') : WHOLE_NUMBER_WANTED,
    gv: issueOf(refusal?.issues, 'gv', 'Order value'),
  };
  const stored = receipts.find(({ eventId }) => eventId === sent);

  async function send() {
    const clickAnswer = await click.run({ input: { adId: ad } });
    if (!clickAnswer) return;
    const clicked = outcomeOf(clickAnswer.createClick);
    if (clicked.refusal) return setRefusal(clicked.refusal);
    const id = `test-${crypto.randomUUID()}`;
    const parameters = { vmcid: clicked.done.vmcid, id, dp: 'dashboard', ...(gv && { gv }) };
    const answer = await conversion.run({ input: { parameters } });
    const posted = answer && outcomeOf(answer.sendConversion);
    if (posted?.refusal) setRefusal(posted.refusal);
    else if (posted) setSent(id);
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setRefusal(undefined);
    setSent(undefined);
    void send();
  }
  return (
    <section className="widget" aria-label="Test conversion">
      <header className="widget-head">
        <h2>Test conversion</h2>
      </header>
      <form className="form" onSubmit={submit}>
        <p className="muted">Makes a click on an ad and sends a conversion for it.</p>
        <div className="fields">
          <Field label="Ad ID" value={ad} issue={issue.ad} onChange={setAd} />
          <Field label="Order value" value={gv} issue={issue.gv} onChange={setValue} />
        </div>
        {said && !issue.ad && !issue.gv && <AlertNote>{said}</AlertNote>}
        {sent && (
          <p className="row" role="status">
            {stored ? <Status value={stored.outcome} /> : 'Sent.'} <code>{sent}</code>
          </p>
        )}
        <p className="row end">
          <span className="muted">The click and the conversion are stored and counted like any other.</span>
          <button
            type="submit"
            className="primary"
            disabled={!isAd || click.isPending || conversion.isPending}
          >
            Send
          </button>
        </p>
      </form>
    </section>
  );
}
