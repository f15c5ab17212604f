import { Link } from '@tanstack/react-router';
import { outcomeOf } from '../../../api/outcome.ts';
import { useRead } from '../../../api/use-read.ts';
import { useWrite } from '../../../api/use-write.ts';
import {
  DashboardPixelSendersDocument,
  DashboardSendersDocument,
  type DashboardSendersQuery,
} from '../../../generated/graphql.ts';
import { AlertNote } from '../../../parts/dialogs/alert-note.tsx';
import { Choice } from '../../../parts/fields/choice.tsx';
import { useViewer } from '../../../shell/viewer.ts';
import type { Found } from './pixel.tsx';

type Client = NonNullable<DashboardSendersQuery['apiClients']>[number];

const nameOf = ({ clientId, name }: Pick<Client, 'clientId' | 'name'>): string => name ?? clientId;

/** The API clients that may send events for the pixel, which admins choose. */
export function Senders({ pixel: { id, clientIds } }: { readonly pixel: Found }) {
  const isAdmin = useViewer().role === 'ADMIN';
  const { data } = useRead(DashboardSendersDocument, {}, { enabled: isAdmin }).result;
  const write = useWrite(DashboardPixelSendersDocument);
  const refusal = write.data && outcomeOf(write.data.updatePixelClients).refusal?.message;
  const clients = data?.apiClients ?? [];
  const called = (clientId: string) => {
    const known = clients.find((each) => each.clientId === clientId);
    return known ? nameOf(known) : clientId;
  };
  const others = clients.filter(
    ({ clientId, revokedAt, realms }) =>
      !revokedAt && realms.includes('EVENTS') && !clientIds.includes(clientId),
  );
  const change = (verb: 'added' | 'removed', clientId: string) =>
    void write.run({ input: { pixelId: id, [verb]: [clientId] } });
  return (
    <section className="widget" aria-label="May send">
      <header className="widget-head">
        <h2>May send</h2>
        <div className="widget-actions">{isAdmin && <Link to="/clients">API clients</Link>}</div>
      </header>
      <div>
        <AlertNote>{write.error?.message ?? refusal}</AlertNote>
        {clientIds.length === 0 ? (
          <p className="muted">No API client may send events for this pixel: every event is refused.</p>
        ) : (
          <ul className="chips" aria-label="Clients that may send">
            {clientIds.map((clientId) => (
              <li key={clientId} title={clientId}>
                <bdi>{called(clientId)}</bdi>
                {isAdmin && (
                  <button
                    type="button"
                    className="quiet chip-button"
                    aria-label={`Remove ${called(clientId)}`}
                    disabled={write.isPending}
                    onClick={() => change('removed', clientId)}
                  >
                    ×
                  </button>
                )}
              </li>
            ))}
          </ul>
        )}
        {isAdmin && others.length > 0 && (
          <p className="row">
            <Choice
              label="Let another client send"
              value=""
              choices={[
                ['', 'Let another client send…'],
                ...others.map((client) => [client.clientId, nameOf(client)] as const),
              ]}
              onChoose={(clientId) => clientId && change('added', clientId)}
            />
          </p>
        )}
        {!isAdmin && <p className="muted small">Admins choose who may send.</p>}
      </div>
    </section>
  );
}
