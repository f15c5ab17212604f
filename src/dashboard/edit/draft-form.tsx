import type { ReactNode } from 'react';
import type { DashboardChangeFragment } from '../generated/graphql.ts';
import { AskAgain } from '../parts/ask-again.tsx';
import { Differences } from '../parts/changes/differences.tsx';
import type { Owner } from '../parts/changes/plain.ts';
import { localTimes, moment, wait } from '../parts/format.ts';
import { issueAt } from '../parts/issue.ts';
import { useWait } from '../parts/retry-button.tsx';
import type { AnyDraft } from './use-draft.ts';

interface Props<Done> extends Owner {
  readonly draft: AnyDraft<Done>;
  /** What somebody else changed since the form was opened; nobody changes what is not there yet. */
  readonly theirs?: DashboardChangeFragment['fields'];
  /** Who changed it last, and when. */
  readonly lastChange?: Pick<DashboardChangeFragment, 'at' | 'userId' | 'user'> | undefined;
  /** Whether a problem stands at a field of its own; the others are said below all fields. */
  readonly hasField: (path: string) => boolean;
  /** Words for a problem without a field of its own; by the path unless given. */
  readonly issueText?: (path: string, text: string) => string;
  readonly onDone: (done: Done) => void;
  /** What the button says. */
  readonly save?: string;
  readonly children: ReactNode;
}

/** A form with what it would change, why not, and the button that does it. */
export function DraftForm<Done>(props: Props<Done>) {
  const {
    draft,
    theirs = [],
    lastChange,
    hasField,
    issueText = issueAt,
    onDone,
    save = 'Save',
    timeZone,
    currency,
    children,
  } = props;
  const owner = { timeZone, currency };
  const { preview, refusal, problem, tried, unsaved, issues, isTouched, isBusy, isReady } = draft;
  const waitS = useWait(unsaved);
  const elsewhere = [...issues].flatMap(([path, text]) => (hasField(path) ? [] : [issueText(path, text)]));
  const said = problem?.message ?? (refusal && localTimes(refusal.message));
  // What cannot be sent, or is not answered yet, is not the same as no change.
  const isKnown = issues.size === 0 && (preview.length > 0 || (!problem && tried.isCurrent));
  const notes = issues.size > 0 || !said ? elsewhere : [said];
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        void draft.save().then((done) => done && onDone(done));
      }}
    >
      {children}
      {notes.length > 0 && (
        <div className="note bad" role="alert">
          {notes.map((text) => (
            <p key={text}>{text}</p>
          ))}
          {!unsaved && <AskAgain tried={tried} />}
        </div>
      )}
      {refusal?.isConflict && (
        <section aria-label="Someone else made changes">
          <h3>Changed by someone else</h3>
          {lastChange && (
            <p className="muted">
              By <bdi>{lastChange.user?.name ?? `user ${lastChange.userId}`}</bdi>, {moment(lastChange.at)}
            </p>
          )}
          <Differences fields={theirs} {...owner} />
          <h3>With your changes applied</h3>
          <Differences fields={draft.ownOnTop} isPlanned {...owner} />
          <p className="row">
            <button type="button" onClick={draft.rebase}>
              Keep my changes
            </button>
            <button type="button" onClick={draft.discard}>
              Discard my changes
            </button>
          </p>
        </section>
      )}
      {isTouched && !refusal && isKnown && (
        <section aria-label="What will change" aria-live="polite">
          <h3>What will change</h3>
          <Differences fields={preview} isPlanned {...owner} />
        </section>
      )}
      <p className="row end">
        <button type="submit" className="primary" disabled={isBusy || !isReady || waitS > 0}>
          {isBusy ? 'Saving…' : waitS > 0 ? `${save} in ${wait(waitS)}` : save}
        </button>
      </p>
    </form>
  );
}
