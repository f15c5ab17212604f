import { useState } from 'react';
import { useRead } from '../../api/use-read.ts';
import { DashboardClientsDocument } from '../../generated/graphql.ts';
import { PageHead } from '../../parts/crumbs.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { Widget } from '../../parts/widget.tsx';
import { ForAdmins } from '../../shell/for-admins.tsx';

import type { Client } from './client.ts';
import { ClientTable } from './client-table.tsx';
import { NewClient } from './new-client.tsx';

/** Problems appear within seconds of a request. */
const EVERY_MS = 15_000;

/** The API clients of the seat, for admins: who may send requests, with which secret, and what they do wrong. */
export function Clients() {
  return (
    <div className="page">
      <PageHead title="API clients" />
      <ForAdmins note="Only admins can view and manage API clients.">
        <ClientList />
      </ForAdmins>
    </div>
  );
}

function ClientList() {
  const read = useRead(DashboardClientsDocument, {}, { every: EVERY_MS });
  const [isNew, setNew] = useState(false);
  const [isAll, setAll] = useState(false);
  const [text, setText] = useState('');
  const shown = (clients: readonly Client[]) =>
    clients.filter(
      ({ revokedAt, clientId, name, role }) =>
        (isAll || !revokedAt) &&
        `${name ?? ''} ${clientId} ${role ?? ''}`.toLowerCase().includes(text.trim().toLowerCase()),
    );
  return (
    <>
      <Widget
        title="Clients"
        read={read}
        isSteady
        empty={({ apiClients }) => shown(apiClients ?? []).length === 0 && 'No client matches.'}
        actions={
          <>
            <label className="check">
              <input type="checkbox" checked={isAll} onChange={({ target }) => setAll(target.checked)} />
              Revoked ones, too
            </label>
            <input
              type="search"
              aria-label="Filter clients"
              placeholder="Name, ID or role"
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
            <button type="button" className="primary" onClick={() => setNew(true)}>
              New client
            </button>
          </>
        }
      >
        {({ apiClients }) => <ClientTable clients={shown(apiClients ?? [])} />}
      </Widget>
      {isNew && (
        <Dialog title="New client" wide onClose={() => setNew(false)}>
          <NewClient />
        </Dialog>
      )}
    </>
  );
}
