import { Link } from '@tanstack/react-router';
import { outcomeOf } from '../../api/outcome.ts';
import { useRead } from '../../api/use-read.ts';
import { useWrite } from '../../api/use-write.ts';
import {
  DashboardDeleteSavedViewDocument,
  DashboardOwnViewsDocument,
  type DashboardOwnViewsQuery,
  SavedViewPage,
} from '../../generated/graphql.ts';
import { AlertNote } from '../../parts/dialogs/alert-note.tsx';
import { Widget } from '../../parts/widget.tsx';
import { words } from '../../parts/words.ts';
import { addressOf } from '../list/view-address.ts';

type View = DashboardOwnViewsQuery['savedViews']['nodes'][number];

const LISTS = {
  [SavedViewPage.Advertisers]: '/advertisers',
  [SavedViewPage.Campaigns]: '/campaigns',
  [SavedViewPage.Lines]: '/lines',
  [SavedViewPage.Ads]: '/ads',
} as const;

/** The views of lists that the user has saved, from all lists. */
export function OwnViews() {
  const read = useRead(DashboardOwnViewsDocument, {});
  return (
    <Widget
      title="Your views of lists"
      read={read}
      empty={({ savedViews }) =>
        savedViews.nodes.length === 0 &&
        'You have saved no views. Filter a list, choose Views there, and save what it shows under a name.'
      }
    >
      {({ savedViews }) => (
        <ul className="settings">
          {savedViews.nodes.map((view) => (
            <OwnView key={view.id} view={view} />
          ))}
        </ul>
      )}
    </Widget>
  );
}

function OwnView({ view: { id, name, page, search } }: { readonly view: View }) {
  const remove = useWrite(DashboardDeleteSavedViewDocument);
  const refusal = remove.data && outcomeOf(remove.data.deleteSavedView).refusal;
  return (
    <li>
      <Link to={LISTS[page]} search={addressOf(search)}>
        <bdi>{name}</bdi>
      </Link>
      <span>
        {words(page)}
        <AlertNote>{remove.error?.message ?? refusal?.message}</AlertNote>
      </span>
      <button
        type="button"
        aria-label={`Delete the view ${name}`}
        disabled={remove.isPending}
        onClick={() => void remove.run({ input: { id } })}
      >
        Delete
      </button>
    </li>
  );
}
