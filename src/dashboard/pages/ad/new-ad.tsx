import { useState } from 'react';
import { outcomeOf } from '../../api/outcome.ts';
import { useDryRun } from '../../api/use-dry-run.ts';
import { useWrite } from '../../api/use-write.ts';
import { enumValue } from '../../edit/enum-value.ts';
import {
  AdStatus,
  type CreateAdInput,
  type DashboardCreativeFragment as Creative,
  DashboardNewAdsDocument,
} from '../../generated/graphql.ts';
import { announce } from '../../parts/announce.ts';
import { AskAgain } from '../../parts/ask-again.tsx';
import { Differences } from '../../parts/changes/differences.tsx';
import { AlertNote } from '../../parts/dialogs/alert-note.tsx';
import { DialogButton } from '../../parts/dialogs/dialog-button.tsx';
import { Field } from '../../parts/fields/field.tsx';
import { counted } from '../../parts/format.ts';
import { useUnsaved } from '../../parts/unsaved.ts';
import { type AdFlight, AdFlights, adFlightIssues } from './ad-flights.tsx';
import { CreativePicker } from './creative-picker.tsx';
import { NewCreative } from './new-creative.tsx';
import type { OwnLine } from './own-line.ts';
import { Preview } from './preview.tsx';

/** Ads of a line show creatives of its advertiser, which can be made on the way. */
export function NewAd({ line }: { readonly line: OwnLine }) {
  return (
    <DialogButton name="New ad" title="New ad" className="primary" wide>
      {(close) => <Steps line={line} onDone={close} />}
    </DialogButton>
  );
}

interface Props {
  readonly line: OwnLine;
  readonly onDone: () => void;
}

function Steps({ line, onDone }: Props) {
  const [chosen, setChosen] = useState<readonly Creative[]>([]);
  const [isMaking, setMaking] = useState(false);
  if (isMaking)
    return (
      <NewCreative
        line={line}
        onDone={(creative) => {
          setChosen([...chosen, creative]);
          setMaking(false);
        }}
      />
    );
  return (
    <div className="form">
      <p className="row">
        <button type="button" onClick={() => setMaking(true)}>
          New creative
        </button>
        <span className="muted">
          Or choose from those of the advertiser: each becomes an ad of this line.
        </span>
      </p>
      <Form line={line} chosen={chosen} onChoose={setChosen} onDone={onDone} />
    </div>
  );
}

/** What it is made in is where the form stands. */
const UNSAID = new Set(['id', 'lineId']);

interface FormProps extends Props {
  readonly chosen: readonly Creative[];
  readonly onChoose: (chosen: readonly Creative[]) => void;
}

function Form({ line, chosen, onChoose, onDone }: FormProps) {
  const [status, setStatus] = useState<AdStatus>(AdStatus.Active);
  const [flights, setFlights] = useState<readonly AdFlight[]>([]);
  const issues = adFlightIssues(flights);
  const inputs: readonly CreateAdInput[] = chosen.map(({ id }) => ({
    ...{ lineId: line.id, creativeId: id, status },
    ...(flights.length > 0 && { schedules: [...flights] }),
  }));
  const variables = { inputs: [...inputs] };
  const tried = useDryRun(
    DashboardNewAdsDocument,
    chosen.length > 0 && issues.size === 0 ? variables : undefined,
  );
  const write = useWrite(DashboardNewAdsDocument);
  const forget = useUnsaved(chosen.length > 0 && !write.isPending);
  const outcomes = (tried.isCurrent ? (tried.data?.createAds ?? []) : []).map(outcomeOf);
  const refused = outcomes.filter(({ refusal }) => refusal).length;
  const problem = write.error ?? tried.problem;
  const save = async () => {
    const answer = await write.run({ ...variables, validateOnly: false });
    if (!answer || answer.createAds.some((result) => outcomeOf(result).refusal)) return;
    forget();
    announce(`${counted(chosen.length, 'ad')} created`, true);
    onDone();
  };
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <CreativePicker line={line} chosen={chosen} isMany onChoose={onChoose} />
      <Field
        label="Status"
        value={status}
        issue={undefined}
        choices={Object.values(AdStatus)}
        onChange={(value) => setStatus(enumValue(AdStatus, value) ?? AdStatus.Active)}
      />
      <AdFlights flights={flights} zone={line.advertiser.timezone} issues={issues} onChange={setFlights} />
      {chosen.length > 0 && (
        <section aria-label="What will change" aria-live="polite">
          <h3>What will change</h3>
          <ul className="ads">
            {chosen.map((creative, at) => {
              const { done, refusal } = outcomes[at] ?? {};
              return (
                <li key={creative.id}>
                  <Preview ad={{ name: creative.name, creative }} />
                  {done && (
                    <Differences
                      fields={done.changes.filter(({ path }) => !UNSAID.has(path))}
                      timeZone={line.advertiser.timezone}
                    />
                  )}
                  {refusal && <p className="issue">{[...refusal.issues.values()][0] ?? refusal.message}</p>}
                </li>
              );
            })}
          </ul>
        </section>
      )}
      <AlertNote>{problem?.message}</AlertNote>
      {tried.problem && <AskAgain tried={tried} />}
      <p className="row end">
        <button
          type="submit"
          className="primary"
          disabled={write.isPending || issues.size > 0 || outcomes.length === 0 || refused > 0}
        >
          {write.isPending ? 'Saving…' : chosen.length > 1 ? `Save ${counted(chosen.length, 'ad')}` : 'Save'}
        </button>
      </p>
    </form>
  );
}
