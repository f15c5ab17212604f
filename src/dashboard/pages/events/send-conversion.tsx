import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { outcomeOf, type Refused } from '../../api/outcome.ts';
import { useRead } from '../../api/use-read.ts';
import { useSettled } from '../../api/use-settled.ts';
import { useWrite } from '../../api/use-write.ts';
import {
  DashboardClickDocument,
  DashboardClickedAdDocument,
  type DashboardEventsQuery,
  DashboardSendConversionDocument,
} from '../../generated/graphql.ts';
import { AlertNote } from '../../parts/dialogs/alert-note.tsx';
import { Field } from '../../parts/fields/field.tsx';
import { isWhole, WHOLE_NUMBER_WANTED } from '../../parts/fields/numbers.ts';
import { issueOf } from '../../parts/issue.ts';
import { Status } from '../../parts/status.tsx';
import { newTest } from './test-conversion.ts';

interface Props {
  readonly receipts: DashboardEventsQuery['conversionReceipts']['nodes'];
  /** The pixel that it names. */
  readonly pixel: string | undefined;
}

/** A click on an ad and the conversion after it: to see what becomes of it. */
export function SendConversion({ receipts, pixel }: Props) {
  const [ad, setAd] = useState('');
  const [isSure, setSure] = useState(false);
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
    const test = newTest();
    const parameters = {
      vmcid: clicked.done.vmcid,
      ...test,
      ...(gv && { gv }),
      ...(pixel && { '.yp': pixel }),
    };
    const answer = await conversion.run({ input: { parameters } });
    const posted = answer && outcomeOf(answer.sendConversion);
    if (posted?.refusal) setRefusal(posted.refusal);
    else if (posted) {
      setSent(test.id);
      setSure(false);
    }
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
        <p className="muted">
          Makes a click on an ad and sends a conversion for it{pixel && ', which names the pixel above'}. Both
          count like any other: they stand in reports and in the figures of the ad, and cannot be taken back.
        </p>
        <div className="fields">
          <Field
            label="Ad ID"
            value={ad}
            issue={issue.ad}
            isRequired
            onChange={(text) => {
              setAd(text);
              setSure(false);
            }}
          />
          <Field label="Order value" value={gv} issue={issue.gv} onChange={setValue} />
        </div>
        <ClickedAd id={isAd ? ad : undefined} />
        {said && !issue.ad && !issue.gv && <AlertNote>{said}</AlertNote>}
        {sent && (
          <p className="row" role="status">
            {stored ? <Status value={stored.outcome} /> : 'Sent.'} <code>{sent}</code>
          </p>
        )}
        <label className="check">
          <input type="checkbox" checked={isSure} onChange={({ target }) => setSure(target.checked)} />
          Count it for this ad
        </label>
        <p className="row end">
          <button
            type="submit"
            className="primary"
            disabled={!isAd || !isSure || click.isPending || conversion.isPending}
          >
            Send
          </button>
        </p>
      </form>
    </section>
  );
}

/** The ad by its name, so that one does not test another than one means. */
function ClickedAd({ id }: { readonly id: string | undefined }) {
  const asked = useSettled(id);
  const { data } = useRead(
    DashboardClickedAdDocument,
    { id: asked ?? '' },
    { enabled: asked !== undefined },
  ).result;
  if (asked === undefined || asked !== id || !data) return null;
  const { ad } = data;
  return (
    <p className="muted">
      {ad ? (
        <>
          <Link to="/ads/$id" params={{ id: String(ad.databaseId) }}>
            <bdi>{ad.name}</bdi>
          </Link>{' '}
          in <bdi>{ad.line.name}</bdi>
        </>
      ) : (
        'This seat has no such ad.'
      )}
    </p>
  );
}
