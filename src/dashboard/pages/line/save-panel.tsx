import { Differences } from '../../parts/changes.tsx';
import type { LineDraft } from './use-line-draft.ts';

/** What would change, why not, and the button that does it. */
export function SavePanel({ draft }: { readonly draft: LineDraft }) {
  const { preview, refusal, problem, isTouched, isBusy, isReady } = draft;
  const said = problem ?? (refusal && refusal.issues.size === 0 ? refusal.message : undefined);
  return (
    <>
      {said && (
        <div className="note bad" role="alert">
          <p>{said}</p>
          {refusal?.isConflict && <Theirs draft={draft} />}
        </div>
      )}
      {isTouched && !refusal && (
        <section aria-label="What will change" aria-live="polite">
          <h3>What will change</h3>
          <Differences fields={preview} />
        </section>
      )}
      <p className="row end">
        <button type="submit" className="primary" disabled={isBusy || !isReady}>
          {isBusy ? 'Saving…' : 'Save'}
        </button>
      </p>
    </>
  );
}

const SHOWN = ['name', 'status', 'bidPrice', 'goalAmount', 'bidMultiplierCap'] as const;

/** The other change beside one's own, and the way on. */
function Theirs({ draft }: { readonly draft: LineDraft }) {
  const { line, opened } = draft;
  const fields = SHOWN.filter((name) => line[name] !== opened[name]).map((path) => ({
    path,
    before: opened[path],
    after: line[path],
  }));
  return (
    <>
      <h3>What was changed meanwhile</h3>
      <Differences fields={fields} />
      <button type="button" onClick={draft.rebase}>
        Keep my changes on top
      </button>
    </>
  );
}
