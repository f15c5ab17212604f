import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import {
  ChangeAction,
  type DashboardChangeFragment,
  DashboardHistoryDocument,
  RecordedResource,
} from '../../generated/graphql.ts';
import { AddressInput } from '../../parts/address-input.tsx';
import { ChangeList } from '../../parts/changes.tsx';
import { PageHead } from '../../parts/crumbs.tsx';
import { words } from '../../parts/format.ts';
import { Pager } from '../../parts/pager.tsx';
import { Widget } from '../../parts/widget.tsx';

const route = getRouteApi('/history');

const RESOURCES = Object.values(RecordedResource);
const ACTIONS = Object.values(ChangeAction);

/** Who changed what and when, filtered by resource, field, user and kind of change. */
export function History() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const resource = RESOURCES.find((name) => name === search.resource);
  const action = ACTIONS.find((name) => name === search.action);
  const filter = {
    ...(resource && { resource }),
    ...(action && { action }),
    ...(resource && search.id && { resourceId: search.id }),
    ...(search.field && { field: search.field }),
    ...(search.user && /^\d+$/.test(search.user) && { userId: Number(search.user) }),
  };
  const read = useRead(DashboardHistoryDocument, { filter, after: search.after ?? null });
  const go = (change: Record<string, string | undefined>) => {
    const next = Object.entries({ ...search, after: undefined, ...change }).filter(([, value]) => value);
    void navigate({ to: '.', search: Object.fromEntries(next) });
  };
  return (
    <div className="page">
      <PageHead title="History" />
      <Widget
        title={resource && search.id ? `Changes of ${resource} ${search.id}` : 'Changes'}
        read={read}
        actions={
          <>
            <Choice
              label="Resource"
              value={resource}
              choices={RESOURCES}
              onChoose={(value) => go({ resource: value, id: undefined })}
            />
            <Choice
              label="Action"
              value={action}
              choices={ACTIONS}
              onChoose={(value) => go({ action: value })}
            />
            <AddressInput
              className="short"
              aria-label="Field"
              placeholder="Field"
              spellCheck={false}
              text={search.field ?? ''}
              onText={(text) => go({ field: text.trim() })}
            />
            <AddressInput
              className="short"
              inputMode="numeric"
              aria-label="User ID"
              placeholder="User ID"
              text={search.user ?? ''}
              onText={(user) => go({ user })}
            />
          </>
        }
        empty={({ changes }) =>
          changes.nodes.length === 0 &&
          (Object.keys(filter).length > 0 ? 'No change matches.' : 'Nothing has changed yet.')
        }
      >
        {({ changes }) => (
          <>
            <ChangeList changes={changes.nodes} resource={(change) => <Resource change={change} />} />
            <Pager page={changes.pageInfo} after={search.after} onGo={(after) => go({ after })} />
          </>
        )}
      </Widget>
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly choices: readonly string[];
  readonly onChoose: (value: string | undefined) => void;
}

function Choice({ label, value, choices, onChoose }: ChoiceProps) {
  return (
    <select
      aria-label={label}
      value={value ?? ''}
      onChange={({ target }) => onChoose(target.value || undefined)}
    >
      <option value="">{label}: any</option>
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {choice === choice.toUpperCase() ? words(choice) : choice}
        </option>
      ))}
    </select>
  );
}

const PAGES = {
  Advertiser: '/advertisers/$id',
  Campaign: '/campaigns/$id',
  Line: '/lines/$id',
  Ad: '/ads/$id',
} as const;

/** Named, with the way there where it has a page. */
function Resource({ change: { resource, resourceId } }: { change: DashboardChangeFragment }) {
  const id = resourceId.replace(/^.*:/, '');
  const name = `${resource} ${id}`;
  const to = Object.hasOwn(PAGES, resource) ? PAGES[resource as keyof typeof PAGES] : undefined;
  return to ? (
    <Link to={to} params={{ id }}>
      {name}
    </Link>
  ) : (
    <span>{name}</span>
  );
}
