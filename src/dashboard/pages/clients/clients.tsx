import { useState } from 'react';
import { useRead } from '../../api/use-read.ts';
import { DashboardClientsDocument } from '../../generated/graphql.ts';
import { PageHead } from '../../parts/crumbs.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Widget } from '../../parts/widget.tsx';
import { ForAdmins } from '../../shell/for-admins.tsx';
import { NewClient } from './client-forms.tsx';
import { ClientTable } from './client-table.tsx';

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
  return (
    <>
      <Widget
        title="Clients"
        read={read}
        isSteady
        actions={
          <button type="button" className="primary" onClick={() => setNew(true)}>
            New client
          </button>
        }
      >
        {({ apiClients }) => <ClientTable clients={apiClients ?? []} />}
      </Widget>
      {isNew && (
        <Dialog title="New client" onClose={() => setNew(false)}>
          <NewClient />
        </Dialog>
      )}
    </>
  );
}
