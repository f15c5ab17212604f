import { Link } from '@tanstack/react-router';
import type { DashboardChangeFragment } from '../../generated/graphql.ts';
import { ChangeList } from '../../parts/changes/changes.tsx';
import { counted } from '../../parts/format.ts';
import { PAGES } from '../../parts/pages.ts';
import type { Marked } from './use-marks.ts';

interface Props {
  readonly marked: Marked;
  readonly timeZone: string;
  readonly currency: string | undefined;
}

/** What the marks of a plot stand for. */
export function ChangesInRange({ marked: { changes, names }, timeZone, currency }: Props) {
  if (changes.length === 0) return null;
  return (
    <details>
      <summary>{counted(changes.length, 'change')} in these days</summary>
      <ChangeList
        changes={changes}
        {...{ timeZone, currency }}
        resource={(change) => <Changed change={change} name={names.get(change.resourceId)} />}
      />
    </details>
  );
}

/** What was changed, with the way to its page. */
export function Changed({
  change: { resource, resourceId },
  name,
}: {
  readonly change: Pick<DashboardChangeFragment, 'resource' | 'resourceId'>;
  readonly name: string | undefined;
}) {
  const [, id = ''] = resourceId.split(':');
  const text = (
    <>
      {resource} <bdi>{name ?? id}</bdi>
    </>
  );
  if (!Object.hasOwn(PAGES, resource)) return <span>{text}</span>;
  return (
    <Link to={PAGES[resource as keyof typeof PAGES]} params={{ id }}>
      {text}
    </Link>
  );
}
