import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Read } from '../../api/use-read.ts';
import type { DashboardChangeFragment } from '../../generated/graphql.ts';
import { ChangeList } from '../../parts/changes/changes.tsx';
import { PageHead } from '../../parts/crumbs.tsx';
import { Status } from '../../parts/status.tsx';
import { Widget } from '../../parts/widget.tsx';
import { Nowhere } from '../../shell/nowhere.tsx';
import { useCanEdit } from '../../shell/viewer.ts';
import { takeBackOf } from '../../undo/take-back.tsx';
import { isUndone } from '../../undo/write-back.ts';
import { Facts } from '../tree/facts.tsx';

export interface Thing {
  readonly id: string;
  readonly databaseId: number;
  readonly updatedAt: string;
  readonly status?: string;
  readonly history: { readonly nodes: readonly DashboardChangeFragment[] };
}

interface Answer {
  readonly thing: Thing | null;
}
type Found<Data extends Answer> = NonNullable<Data['thing']>;

interface Props<Data extends Answer> {
  /** What it is, such as `Creative`. */
  readonly noun: string;
  /** The list that it stands in. */
  readonly back: ReactNode;
  readonly id: string;
  readonly read: Read<Data>;
  readonly titleOf: (thing: Found<Data>) => string;
  readonly factsOf: (
    thing: Found<Data>,
    data: Data,
  ) => readonly (readonly [name: string, value: ReactNode])[];
  /** What changes it, for those who may. */
  readonly edit?: (thing: Found<Data>) => ReactNode;
  /** Parts of the page between what it is and what was changed. */
  readonly children?: (thing: Found<Data>, data: Data) => ReactNode;
}

/** One thing: what it is, what belongs to it, and who changed it. */
export function ThingPage<Data extends Answer>(props: Props<Data>) {
  const { noun, back, id, read, titleOf, factsOf, edit, children } = props;
  const canEdit = useCanEdit();
  const { data } = read.result;
  const thing: Found<Data> | undefined = data?.thing ?? undefined;
  if (data && !thing)
    return <Nowhere what={`${noun.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()} ${id}`} />;
  return (
    <div className="page">
      <p className="crumbs">{back}</p>
      <PageHead
        title={thing ? titleOf(thing) : `${noun} ${id}`}
        beside={
          thing && (
            <>
              {thing.status && <Status value={thing.status} />}
              {canEdit && edit?.(thing)}
            </>
          )
        }
      />
      {data && thing && <Facts facts={[['ID', String(thing.databaseId)], ...factsOf(thing, data)]} />}
      {data && thing && children?.(thing, data)}
      <Widget
        title="History"
        read={read}
        empty={() => thing?.history.nodes.length === 0 && 'Nothing has changed yet.'}
        actions={
          thing && (
            <Link to="/history" search={{ resource: noun.replace(' ', ''), id: String(thing.databaseId) }}>
              View all
            </Link>
          )
        }
      >
        {({ thing }) =>
          thing && (
            <ChangeList
              changes={thing.history.nodes}
              {...(canEdit && isUndone(noun) && { action: takeBackOf })}
            />
          )
        }
      </Widget>
    </div>
  );
}
