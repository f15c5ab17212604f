import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import { momentOf } from '../../edit/zoned.ts';
import { ChangeAction, DashboardHistoryDocument, RecordedResource } from '../../generated/graphql.ts';
import { fieldNamed } from '../../parts/changes/labels.ts';
import { PageHead } from '../../parts/crumbs.tsx';
import { Choice } from '../../parts/fields/choice.tsx';
import { isWhole } from '../../parts/fields/numbers.ts';
import { Pager } from '../../parts/pager.tsx';
import { usePageZone } from '../../parts/period/zone.ts';
import { Widget } from '../../parts/widget.tsx';
import { lower, words } from '../../parts/words.ts';
import { useCanEdit } from '../../shell/viewer.ts';
import { fieldChoices } from './field-names.ts';
import { GroupItem } from './group-item.tsx';
import { groupsOf, takenBackAt } from './groups.ts';
import { useNames } from './use-names.ts';
import { usePeople } from './use-people.ts';

const route = getRouteApi('/history');

const RESOURCES = Object.values(RecordedResource);
const ACTIONS = Object.values(ChangeAction);

/** Whose history includes that of what it contains. */
const isContainer = (
  resource: RecordedResource | undefined,
): resource is 'Advertiser' | 'Campaign' | 'Line' =>
  resource === 'Advertiser' || resource === 'Campaign' || resource === 'Line';

/** Who changed what and when, filtered by resource, field, user and kind of change. */
export function History() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const zone = usePageZone();
  const resource = RESOURCES.find((name) => name === search.resource);
  const action = ACTIONS.find((name) => name === search.action);
  const field = fieldNamed(search.field ?? '');
  const isWrong = search.user !== undefined && !isWhole(search.user);
  const user = isWrong ? undefined : search.user;
  const within = search.id && isContainer(resource) && search.parts !== 'no';
  const filter = {
    ...(within
      ? { within: `${resource}:${search.id}` }
      : { ...(resource && { resource }), ...(resource && search.id && { resourceId: search.id }) }),
    ...(action && { action }),
    ...(field && { field }),
    ...momentsOf(search, zone),
    ...(user && { userId: Number(user) }),
  };
  const read = useRead(DashboardHistoryDocument, { filter, after: search.after ?? null });
  const names = useNames(read.result.data?.changes.nodes ?? []);
  const people = usePeople(read.result.data?.changes.nodes ?? [], user);
  const canEdit = useCanEdit();
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
            {search.id && isContainer(resource) && (
              <label className="check">
                <input
                  type="checkbox"
                  checked={Boolean(within)}
                  onChange={({ target: { checked } }) => go({ parts: checked ? undefined : 'no' })}
                />
                {`With all in the ${lower(resource)}`}
              </label>
            )}
            {(['from', 'to'] as const).map((side) => (
              <label key={side} className="inline">
                <span aria-hidden="true">{side === 'from' ? 'From' : 'to'}</span>
                <input
                  type="date"
                  aria-label={side === 'from' ? 'First day' : 'Last day'}
                  value={search[side] ?? ''}
                  onChange={({ target }) => go({ [side]: target.value })}
                />
              </label>
            ))}
            <Choice
              label="Field"
              value={field}
              choices={[['', 'Field: any'], ...fieldChoices(field)]}
              onChoose={(field) => go({ field })}
            />
            <Choice
              label="Person"
              value={user ?? ''}
              choices={[['', 'Anyone'], ...people]}
              onChoose={(user) => go({ user })}
            />
          </>
        }
        empty={({ changes }) =>
          isWrong
            ? 'Nothing is listed for a user ID that is not a number.'
            : changes.nodes.length === 0 &&
              (Object.keys(filter).length > 0 ? 'No changes match.' : 'Nothing has changed yet.')
        }
      >
        {({ changes }) => (
          <>
            <ol className="changes">
              {groupsOf(changes.nodes).map((group) => (
                <GroupItem
                  key={group.first.id}
                  group={group}
                  zone={zone}
                  {...{ canEdit, names }}
                  field={field}
                  takenBack={takenBackAt(group, changes.nodes)}
                  onPerson={(user) => go({ user: String(user) })}
                />
              ))}
            </ol>
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

/** In words: `AdGroup` → `Ad group`. */
const wordsOf = (value: string): string =>
  value === value.toUpperCase()
    ? words(value)
    : value.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const choicesOf = (label: string, values: readonly string[]) => [
  ['', `${label}: any`] as const,
  ...values.map((value) => [value, wordsOf(value)] as const),
];
