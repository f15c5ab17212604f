import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { outcomeOf } from '../../api/outcome.ts';
import { useRead } from '../../api/use-read.ts';
import { useWrite } from '../../api/use-write.ts';
import {
  DashboardDeleteSavedViewDocument,
  DashboardSavedViewsDocument,
  type DashboardSavedViewsQuery,
  DashboardSaveViewDocument,
  DashboardUpdateSavedViewDocument,
  type SavedViewPage,
} from '../../generated/graphql.ts';
import { DialogButton } from '../../parts/dialogs/dialog-button.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { Waiting } from '../../parts/waiting.tsx';
import type { ListSearch } from './search.ts';
import { addressOf, viewOf } from './view-address.ts';

type View = DashboardSavedViewsQuery['savedViews']['nodes'][number];

interface Props {
  readonly page: SavedViewPage;
  /** What the list shows now. */
  readonly search: ListSearch;
}

const MAX_NAME = 100;

/** The views of a list that its user has saved: to be opened, saved, renamed and deleted. */
export function SavedViews({ page, search }: Props) {
  return (
    <DialogButton name="Views" title="Saved views">
      {(close) => <Views page={page} search={search} close={close} />}
    </DialogButton>
  );
}

function Views({ page, search, close }: Props & { readonly close: () => void }) {
  const read = useRead(DashboardSavedViewsDocument, { page });
  const { data } = read.result;
  if (!data) return read.result.error ? <ProblemNote read={read} small /> : <Waiting />;
  const { nodes } = data.savedViews;
  return (
    <>
      {nodes.length === 0 && <p className="muted">You have no saved views of this list yet.</p>}
      <ul className="views" aria-label="Saved views">
        {nodes.map((view) => (
          <SavedView key={view.id} view={view} onOpen={close} />
        ))}
      </ul>
      <SaveForm {...{ page, search }} views={nodes} />
    </>
  );
}

function SavedView({ view, onOpen }: { readonly view: View; readonly onOpen: () => void }) {
  const { id, name } = view;
  const [draft, setDraft] = useState<string>();
  const rename = useWrite(DashboardUpdateSavedViewDocument);
  const remove = useWrite(DashboardDeleteSavedViewDocument);
  const results = [rename.data?.updateSavedView, remove.data?.deleteSavedView];
  const refusals = results.map((result) => result && outcomeOf(result).refusal?.message);
  const said = [rename.error?.message, remove.error?.message, ...refusals].find(Boolean);
  async function save(event: FormEvent) {
    event.preventDefault();
    const answer = await rename.run({ input: { id, name: draft ?? name } });
    if (answer && !outcomeOf(answer.updateSavedView).refusal) setDraft(undefined);
  }
  return (
    <li>
      {draft === undefined ? (
        <>
          <Link to="." search={addressOf(view.search)} onClick={onOpen}>
            <bdi>{name}</bdi>
          </Link>
          <span className="actions">
            <button
              type="button"
              className="small"
              aria-label={`Rename ${name}`}
              onClick={() => setDraft(name)}
            >
              Rename
            </button>
            <button
              type="button"
              className="small"
              aria-label={`Delete ${name}`}
              disabled={remove.isPending}
              onClick={() => void remove.run({ input: { id } })}
            >
              Delete
            </button>
          </span>
        </>
      ) : (
        <form className="row" onSubmit={(event) => void save(event)}>
          <input
            aria-label={`New name of ${name}`}
            maxLength={MAX_NAME}
            value={draft}
            onChange={({ target }) => setDraft(target.value)}
          />
          <button type="submit" className="small" disabled={draft.trim() === '' || rename.isPending}>
            Save name
          </button>
          <button type="button" className="quiet small" onClick={() => setDraft(undefined)}>
            Cancel
          </button>
        </form>
      )}
      {said && (
        <p className="issue" role="alert">
          {said}
        </p>
      )}
    </li>
  );
}

/** Saves what the list shows. A name that is there already gets it in place of what it had. */
function SaveForm({ page, search, views }: Props & { readonly views: readonly View[] }) {
  const [typed, setTyped] = useState('');
  const create = useWrite(DashboardSaveViewDocument);
  const replace = useWrite(DashboardUpdateSavedViewDocument);
  const name = typed.trim();
  const known = views.find((view) => view.name === name);
  const answers = [create.data?.saveView, replace.data?.updateSavedView];
  const refusals = answers.map((answer) => answer && outcomeOf(answer).refusal?.message);
  const said = [create.error?.message, replace.error?.message, ...refusals].find(Boolean);
  async function save(event: FormEvent) {
    event.preventDefault();
    const view = viewOf(search);
    const refused = known
      ? await replace
          .run({ input: { id: known.id, search: view } })
          .then((answer) => !answer || outcomeOf(answer.updateSavedView).refusal)
      : await create
          .run({ input: { name, page, search: view } })
          .then((answer) => !answer || outcomeOf(answer.saveView).refusal);
    // What was typed since stays.
    if (!refused) setTyped((now) => (now.trim() === name ? '' : now));
  }
  return (
    <form className="row" onSubmit={(event) => void save(event)}>
      <input
        aria-label="Save this view as"
        placeholder="Save this view as…"
        maxLength={MAX_NAME}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <button
        type="submit"
        className="primary"
        disabled={name === '' || create.isPending || replace.isPending}
      >
        {known ? 'Replace' : 'Save'}
      </button>
      {said && (
        <p className="issue" role="alert">
          {said}
        </p>
      )}
    </form>
  );
}
