import { Link } from '@tanstack/react-router';
import { Differences } from '../../parts/changes/differences.tsx';
import { ago, counted, minute, moment } from '../../parts/format.ts';
import { PAGES } from '../../parts/pages.ts';
import { lower } from '../../parts/words.ts';
import { TakeBack } from '../../undo/take-back.tsx';
import { nameOf, ownerOf } from '../../undo/take-back-plan.ts';
import { isUndo, togetherWith } from '../../undo/together.ts';
import { isUndone } from '../../undo/write-back.ts';
import type { Change, Group } from './groups.ts';

const ACTIONS = { CREATE: 'Created', UPDATE: 'Updated', DELETE: 'Deleted' } as const;
/** Of a request that changed more, the rest is folded away. */
const MAX_SHOWN = 3;

interface Props {
  readonly group: Group;
  readonly zone: string;
  readonly canEdit: boolean;
  /** Of things whose IDs are values, by global ID. */
  readonly names: ReadonlyMap<string, string>;
  /** When it was taken back. */
  readonly takenBack: string | undefined;
  /** The only field that is shown; all of them where it is empty. */
  readonly field: string;
  /** Narrows the history to a person. */
  readonly onPerson: (userId: number) => void;
}

/** What one request changed: who, when, what, and the button that takes it back. */
export function GroupItem({ group, zone, canEdit, names, takenBack, field, onPerson }: Props) {
  const { first, changes } = group;
  const person = first.user?.name ?? `user ${first.userId}`;
  const canTakeBack =
    canEdit &&
    takenBack === undefined &&
    first.action === 'UPDATE' &&
    changes.some(({ resource }) => isUndone(resource));
  const what = changes.length === 1 ? titleOf(first) : countsOf(changes);
  const item = (change: Change) => (
    <ChangeOf key={change.id} {...{ change, zone, names, field }} isAlone={changes.length === 1} />
  );
  return (
    <li>
      <div className="row">
        <strong>{isUndo(first) ? 'Undone' : ACTIONS[first.action]}</strong>
        {changes.length === 1 ? <Resource change={first} /> : <span>{what}</span>}
        <span className="muted">
          by{' '}
          <button type="button" className="link" onClick={() => onPerson(first.userId)}>
            <bdi>{person}</bdi>
          </button>
          ,{' '}
          <time dateTime={first.at} title={moment(first.at, zone)}>
            {minute(first.at, zone)} ({ago(first.at)})
          </time>
        </span>
        {takenBack && <span className="status">Taken back {ago(takenBack)}</span>}
        {canTakeBack && (
          <TakeBack filter={togetherWith(changes)} label={`Take back: ${what}, ${ago(first.at)}`} />
        )}
      </div>
      {changes.slice(0, MAX_SHOWN).map(item)}
      {changes.length > MAX_SHOWN && (
        <details>
          <summary>{counted(changes.length - MAX_SHOWN, 'more change')}</summary>
          {changes.slice(MAX_SHOWN).map(item)}
        </details>
      )}
    </li>
  );
}

/** `2 campaigns and 12 lines`. */
function countsOf(changes: readonly Change[]): string {
  const types = [...new Set(changes.map(({ resource }) => resource))];
  return types
    .map((type) =>
      counted(
        new Set(changes.flatMap(({ resource, resourceId }) => (resource === type ? [resourceId] : []))).size,
        lower(type),
      ),
    )
    .join(' and ');
}

const idOf = ({ resourceId }: Change) => resourceId.replace(/^.*:/, '');
const titleOf = (change: Change) => nameOf(change.node) ?? `${change.resource} ${idOf(change)}`;

interface ChangeProps extends Pick<Props, 'zone' | 'names' | 'field'> {
  readonly change: Change;
  readonly isAlone: boolean;
}

function ChangeOf({ change, zone, names, field, isAlone }: ChangeProps) {
  const own = change.fields.filter(({ path }) => path === field);
  const { currency, timeZone = zone } = ownerOf(change.node);
  return (
    <div className={isAlone ? undefined : 'change-part'}>
      {!isAlone && (
        <p>
          <Resource change={change} />
        </p>
      )}
      <Differences fields={own.length > 0 ? own : change.fields} {...{ timeZone, currency, names }} />
    </div>
  );
}

/** Named, with the way there where it has a page. */
function Resource({ change }: { readonly change: Change }) {
  const { resource, node } = change;
  const name = nameOf(node);
  const shown = name ? (
    <>
      {resource} <bdi>{name}</bdi>
    </>
  ) : (
    `${resource} ${idOf(change)}`
  );
  const to = Object.hasOwn(PAGES, resource) ? PAGES[resource as keyof typeof PAGES] : undefined;
  return to ? (
    <Link to={to} params={{ id: idOf(change) }}>
      {shown}
    </Link>
  ) : (
    <span>{shown}</span>
  );
}
