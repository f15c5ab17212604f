import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import { momentOf } from '../../edit/zoned.ts';
import {
  ChangeAction,
  type DashboardChangeFragment,
  DashboardHistoryDocument,
  RecordedResource,
} from '../../generated/graphql.ts';
import { ChangeList } from '../../parts/changes/changes.tsx';
import { fieldNamed } from '../../parts/changes/labels.ts';
import { PageHead } from '../../parts/crumbs.tsx';
import { AddressInput } from '../../parts/fields/address-input.tsx';
import { Choice } from '../../parts/fields/choice.tsx';
import { isWhole, WHOLE_NUMBER_WANTED } from '../../parts/fields/numbers.ts';
import { Pager } from '../../parts/pager.tsx';
import { PAGES } from '../../parts/pages.ts';
import { usePageZone } from '../../parts/period/zone.ts';
import { Widget } from '../../parts/widget.tsx';
import { lower, words } from '../../parts/words.ts';

const route = getRouteApi('/history');

const RESOURCES = Object.values(RecordedResource);
const ACTIONS = Object.values(ChangeAction);

/** Who changed what and when, filtered by resource, field, user and kind of change. */
export function History() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const zone = usePageZone();
  const resource = RESOURCES.find((name) => name === search.resource);
  const action = ACTIONS.find((name) => name === search.action);
  const field = fieldNamed(search.field ?? '');
  const wrong = search.user && !isWhole(search.user) ? WHOLE_NUMBER_WANTED : undefined;
  const filter = {
    ...(resource && { resource }),
    ...(action && { action }),
    ...(resource && search.id && { resourceId: search.id }),
    ...(field && { field }),
    ...momentsOf(search, zone),
    ...(search.user && !wrong && { userId: Number(search.user) }),
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
        title={resource && search.id ? `Changes to ${resource} ${search.id}` : 'Changes'}
        read={read}
        actions={
          <>
            <Choice
              label="Resource"
              value={resource ?? ''}
              choices={choicesOf('Resource', RESOURCES)}
              onChoose={(value) => go({ resource: value, id: undefined })}
            />
            <Choice
              label="Action"
              value={action ?? ''}
              choices={choicesOf('Action', ACTIONS)}
              onChoose={(value) => go({ action: value })}
            />
            {(['from', 'to'] as const).map((side) => (
              <input
                key={side}
                type="date"
                aria-label={side === 'from' ? 'First day' : 'Last day'}
                value={search[side] ?? ''}
                onChange={({ target }) => go({ [side]: target.value })}
              />
            ))}
            <AddressInput
              className="short"
              aria-label="Field"
              placeholder="Field"
              spellCheck={false}
              text={search.field ?? ''}
              onText={(field) => go({ field })}
            />
            <AddressInput
              className="short"
              inputMode="numeric"
              aria-label="User ID"
              placeholder="User ID"
              aria-invalid={wrong !== undefined}
              aria-describedby={wrong && 'user-issue'}
              text={search.user ?? ''}
              onText={(user) => go({ user })}
            />
            {wrong && (
              <span className="issue" id="user-issue">
                {`User ID: ${lower(wrong)}`}
              </span>
            )}
          </>
        }
        empty={({ changes }) =>
          wrong
            ? 'Nothing is listed for a user ID that is not a number.'
            : changes.nodes.length === 0 &&
              (Object.keys(filter).length > 0 ? 'No changes match.' : 'Nothing has changed yet.')
        }
      >
        {({ changes }) => (
          <>
            <ChangeList
              changes={changes.nodes}
              timeZone={zone}
              resource={(change) => <Resource change={change} name={nameIn(change.node)} />}
            />
            <Pager page={changes.pageInfo} after={search.after} onGo={(after) => go({ after })} />
          </>
        )}
      </Widget>
    </div>
  );
}

/** From the start of the first day to the end of the last, in the zone of the pages. */
function momentsOf(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  zone: string,
) {
  const since = from && momentOf(`${from}T00:00:00`, zone);
  const until = to && momentOf(`${to}T23:59:59`, zone);
  return { ...(since && { since }), ...(until && { until }) };
}

/** Resources are named as in the schema, kinds of changes in words. */
const choicesOf = (label: string, values: readonly string[]) => [
  ['', `${label}: any`] as const,
  ...values.map((value) => [value, value === value.toUpperCase() ? words(value) : value] as const),
];

const nameIn = (node: object | null | undefined): string | undefined =>
  node && 'name' in node ? String(node.name) : undefined;

/** Named, with the way there where it has a page. */
function Resource(props: { readonly change: DashboardChangeFragment; readonly name: string | undefined }) {
  const { resource, resourceId } = props.change;
  const id = resourceId.replace(/^.*:/, '');
  const name = props.name ? (
    <>
      {resource} <bdi>{props.name}</bdi>
    </>
  ) : (
    `${resource} ${id}`
  );
  const to = Object.hasOwn(PAGES, resource) ? PAGES[resource as keyof typeof PAGES] : undefined;
  return to ? (
    <Link to={to} params={{ id }}>
      {name}
    </Link>
  ) : (
    <span>{name}</span>
  );
}
