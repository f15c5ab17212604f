import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ListSearch } from '../search.ts';

interface Props {
  readonly to: '/advertisers/$id' | '/campaigns/$id' | '/lines/$id' | '/ads/$id';
  readonly row: { readonly databaseId: number; readonly name: string };
  /** The days and the currency of the list, which the lists of the other page begin with. */
  readonly period?: ListSearch;
  /** What it belongs to. */
  readonly owner?: ReactNode;
  /** The same as a text, since it may be cut. */
  readonly ownerName?: string;
}

/** A name that leads to its page, above what it belongs to. */
export function NameCell({ to, row: { databaseId, name }, period = {}, owner, ownerName }: Props) {
  return (
    <>
      <Link to={to} params={{ id: String(databaseId) }} search={period} title={name}>
        <bdi>{name}</bdi>
      </Link>
      {owner && (
        <span className="cell-note" title={ownerName}>
          {owner}
        </span>
      )}
    </>
  );
}
