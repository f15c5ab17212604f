import { useState } from 'react';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { ago, counted, date, moment } from '../../parts/format.ts';
import { Menu } from '../../parts/menu.tsx';
import { Status } from '../../parts/status.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { words } from '../../parts/words.ts';
import { useViewer } from '../../shell/viewer.ts';
import type { Client } from './client.ts';
import { RevokeClient, RotateClient } from './client-forms.tsx';
import { ClientPixels } from './client-pixels.tsx';
import { Diagnostics } from './diagnostics.tsx';
import { Quotas } from './quotas.tsx';
import { RenameClient } from './rename-client.tsx';
import { MAY, realmName } from './roles.ts';
import { PROFILES, WireProfileForm } from './wire-profile.tsx';

/** What is seldom needed stands in a menu. */
const SELDOM = [
  ['pixels', 'Pixels'],
  ['quotas', 'Limits'],
  ['profile', 'REST dialect'],
] as const;
const TITLES = {
  name: 'Name of the client',
  pixels: 'Allowed pixels',
  problems: 'Problems in the last hour',
  profile: 'REST dialect',
  quotas: 'Limits',
  revoke: 'Revoke client',
  rotate: 'New secret',
} as const;
interface Opened {
  readonly what: keyof typeof TITLES;
  readonly clientId: string;
}

/** Clients with what can be done with each. */
export function ClientTable({ clients }: { readonly clients: readonly Client[] }) {
  const [opened, setOpened] = useState<Opened>();
  const client = clients.find(({ clientId }) => clientId === opened?.clientId);
  const own = useViewer().client.clientId;
  const close = () => setOpened(undefined);
  return (
    <>
      <Table
        label="Clients"
        rows={clients}
        columns={columnsOf(own, (what, { clientId }) => setOpened({ what, clientId }))}
        keyOf={({ id }) => id}
      />
      {opened && client && (
        <Dialog title={titleOf(opened.what, client)} wide={opened.what === 'problems'} onClose={close}>
          <Form what={opened.what} client={client} onDone={close} />
        </Dialog>
      )}
    </>
  );
}

/** Of which client, where there is no way back. */
const titleOf = (what: Opened['what'], client: Client): string =>
  what === 'revoke' || what === 'rotate'
    ? `${TITLES[what]}: ${client.name ?? client.clientId}`
    : TITLES[what];

const columnsOf = (
  own: string,
  open: (what: keyof typeof TITLES, client: Client) => void,
): readonly Column<Client>[] => [
  {
    name: 'Client',
    wraps: true,
    cell: (client) => {
      const { clientId, name, role, realms, revokedAt, wireProfile } = client;
      return (
        <>
          {name === null ? <code>{clientId}</code> : <bdi>{name}</bdi>}
          {clientId === own && (
            <>
              {' '}
              <span className="status info">You</span>
            </>
          )}
          {name !== null && (
            <span className="cell-note">
              <code>{clientId}</code>
            </span>
          )}
          <span className="cell-note" title={role ? MAY[role] : undefined}>
            {[
              ...(role ? [words(role)] : []),
              realms.map(realmName).join(', '),
              ...(wireProfile === 'OBSERVED' ? [`${PROFILES[wireProfile].name} REST dialect`] : []),
            ].join(' · ')}
            {!revokedAt && (
              <>
                {' · '}
                <button
                  type="button"
                  className="link"
                  aria-label={`${name === null ? 'Name' : 'Rename'} client ${clientId}`}
                  onClick={() => open('name', client)}
                >
                  {name === null ? 'Name…' : 'Rename'}
                </button>
              </>
            )}
          </span>
        </>
      );
    },
  },
  { name: 'Secret created', cell: ({ createdAt, rotatedAt }) => <Day at={rotatedAt ?? createdAt} /> },
  {
    name: 'Problems',
    title: 'In the last hour',
    cell: (client) => {
      const problems = (client.diagnostics ?? []).reduce((sum, { count }) => sum + count, 0);
      if (problems === 0) return <span className="muted">None</span>;
      return (
        <button
          type="button"
          className="link warned"
          aria-label={`${counted(problems, 'problem')} of client ${client.clientId}`}
          onClick={() => open('problems', client)}
        >
          {counted(problems, 'problem')}
        </button>
      );
    },
  },
  { name: 'State', cell: ({ revokedAt }) => <Status value={revokedAt ? 'REVOKED' : 'ACTIVE'} /> },
  {
    name: 'Actions',
    cell: (client) =>
      !client.revokedAt && (
        <span className="actions">
          <button
            type="button"
            aria-label={`New secret of client ${client.clientId}`}
            onClick={() => open('rotate', client)}
          >
            New secret
          </button>
          <button
            type="button"
            className="danger"
            aria-label={`Revoke of client ${client.clientId}`}
            onClick={() => open('revoke', client)}
          >
            Revoke
          </button>
          <Menu
            of={`client ${client.clientId}`}
            items={SELDOM.map(([what, name]) => ({ name, onChoose: () => open(what, client) }))}
          />
        </span>
      ),
  },
];

const Day = ({ at }: { readonly at: string }) => (
  <time dateTime={at} title={moment(at)}>
    {date(at)}
    <span className="cell-note">{ago(at)}</span>
  </time>
);

interface FormProps extends Pick<Opened, 'what'> {
  readonly client: Client;
  readonly onDone: () => void;
}

function Form({ what, client, onDone }: FormProps) {
  const { clientId } = client;
  switch (what) {
    case 'name':
      return <RenameClient client={client} onDone={onDone} />;
    case 'pixels':
      return <ClientPixels clientId={clientId} />;
    case 'problems':
      return <Diagnostics diagnostics={client.diagnostics ?? []} />;
    case 'quotas':
      return <Quotas clientId={clientId} />;
    case 'profile':
      return <WireProfileForm client={client} onDone={onDone} />;
    case 'rotate':
      return <RotateClient clientId={clientId} />;
    case 'revoke':
      return <RevokeClient client={client} onDone={onDone} />;
  }
}
