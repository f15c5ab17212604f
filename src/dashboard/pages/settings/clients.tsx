import { useState } from 'react';
import type { Read } from '../../api/use-read.ts';
import type { DashboardSettingsQuery, DashboardClientFragment as Row } from '../../generated/graphql.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { date, moment } from '../../parts/format.ts';
import { Status } from '../../parts/status.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Widget } from '../../parts/widget.tsx';
import { words } from '../../parts/words.ts';
import { NewClient, RevokeClient, RotateClient } from './client-forms.tsx';
import { ClientPixels } from './client-pixels.tsx';

const VERBS = { pixels: 'Pixels', rotate: 'New secret', revoke: 'Revoke' } as const;
type Verb = keyof typeof VERBS;
type Opened = { readonly what: 'create' } | { readonly what: Verb; readonly clientId: string };
const TITLES = {
  create: 'New client',
  pixels: 'Allowed pixels',
  rotate: 'New secret',
  revoke: 'Revoke client',
};

/** The API clients of the seat, for admins: who may send requests, and with which secret. */
export function Clients({ read }: { readonly read: Read<DashboardSettingsQuery> }) {
  const [opened, setOpened] = useState<Opened>();
  const columns: readonly Column<Row>[] = [
    { name: 'Client ID', cell: ({ clientId }) => <code>{clientId}</code> },
    { name: 'Role', cell: ({ role }) => (role ? words(role) : '–') },
    { name: 'Realms', cell: ({ realms }) => realms.join(', ').toLowerCase() },
    { name: 'Secret created', cell: ({ createdAt, rotatedAt }) => <Day at={rotatedAt ?? createdAt} /> },
    {
      name: 'State',
      cell: ({ revokedAt }) => <Status value={revokedAt ? 'REVOKED' : 'ACTIVE'} />,
    },
    {
      name: 'Actions',
      cell: ({ clientId, revokedAt }) =>
        !revokedAt && (
          <span className="actions">
            {(Object.keys(VERBS) as Verb[]).map((what) => (
              <button
                key={what}
                type="button"
                aria-label={`${VERBS[what]} of client ${clientId}`}
                onClick={() => setOpened({ what, clientId })}
              >
                {VERBS[what]}
              </button>
            ))}
          </span>
        ),
    },
  ];
  return (
    <>
      <Widget
        title="Clients"
        read={read}
        actions={
          <button type="button" className="primary" onClick={() => setOpened({ what: 'create' })}>
            New client
          </button>
        }
      >
        {({ apiClients }) => (
          <Table label="Clients" rows={apiClients ?? []} columns={columns} keyOf={({ id }) => id} />
        )}
      </Widget>
      {opened && (
        <Dialog title={TITLES[opened.what]} onClose={() => setOpened(undefined)}>
          <Opened opened={opened} onDone={() => setOpened(undefined)} />
        </Dialog>
      )}
    </>
  );
}

const Day = ({ at }: { readonly at: string }) => (
  <time dateTime={at} title={moment(at)}>
    {date(at)}
  </time>
);

function Opened({ opened, onDone }: { readonly opened: Opened; readonly onDone: () => void }) {
  if (opened.what === 'create') return <NewClient />;
  const { what, clientId } = opened;
  if (what === 'pixels') return <ClientPixels clientId={clientId} />;
  return what === 'rotate' ? (
    <RotateClient clientId={clientId} />
  ) : (
    <RevokeClient clientId={clientId} onDone={onDone} />
  );
}
