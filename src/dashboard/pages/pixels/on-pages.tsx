import { Link } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import { DashboardPagePixelsDocument, type DashboardPagePixelsQuery } from '../../generated/graphql.ts';
import { type Column, Table } from '../../parts/table.tsx';
import { Widget } from '../../parts/widget.tsx';
import { advertiserColumn, changedColumn } from '../library/thing-columns.tsx';

const COLUMNS: readonly Column<DashboardPagePixelsQuery['pixels']['nodes'][number]>[] = [
  {
    name: 'Pixel',
    wraps: true,
    cell: ({ databaseId, name }) => (
      <Link to="/pixels/$id" params={{ id: String(databaseId) }}>
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  advertiserColumn,
  changedColumn,
];

/** Pixels whose events are counted elsewhere: conversion rules and segments name them. */
export function OnPages() {
  const read = useRead(DashboardPagePixelsDocument, {});
  return (
    <Widget
      title="On web pages"
      read={read}
      empty={({ pixels }) => pixels.nodes.length === 0 && 'No pixel is on web pages.'}
    >
      {({ pixels: { nodes, totalCount } }) => (
        <details>
          <summary>
            {totalCount} pixels, whose events do not arrive here: conversion rules and segments name them
          </summary>
          <Table label="Pixels on web pages" rows={nodes} columns={COLUMNS} keyOf={({ id }) => id} />
          {totalCount > nodes.length && (
            <p className="more muted">The first {nodes.length}. Find others by name with the search.</p>
          )}
        </details>
      )}
    </Widget>
  );
}
