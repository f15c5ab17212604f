import { outcomeOf } from '../../api/outcome.ts';
import { useRead } from '../../api/use-read.ts';
import { useWrite } from '../../api/use-write.ts';
import { DashboardClientPixelsDocument, DashboardPixelClientsDocument } from '../../generated/graphql.ts';
import { AlertNote } from '../../parts/dialogs/alert-note.tsx';
import { Widget } from '../../parts/widget.tsx';

/** The pixels that a client can send events for. */
export function ClientPixels({ clientId }: { readonly clientId: string }) {
  const read = useRead(DashboardClientPixelsDocument, {});
  const write = useWrite(DashboardPixelClientsDocument);
  const refusal = write.data && outcomeOf(write.data.updatePixelClients).refusal?.message;
  const said = write.error?.message ?? refusal;
  return (
    <Widget
      title="May send events for"
      read={read}
      empty={({ pixels }) => pixels.nodes.length === 0 && 'No pixel accepts events from servers yet.'}
    >
      {({ pixels }) => (
        <>
          <AlertNote>{said}</AlertNote>
          <ul className="plain">
            {pixels.nodes.map(({ id, databaseId, name, clientIds }) => (
              <li key={id}>
                <label className="check">
                  <input
                    type="checkbox"
                    checked={clientIds.includes(clientId)}
                    disabled={write.isPending}
                    onChange={({ target }) =>
                      void write.run({
                        input: { pixelId: id, [target.checked ? 'added' : 'removed']: [clientId] },
                      })
                    }
                  />
                  <bdi>{name}</bdi> <span className="muted">{databaseId}</span>
                </label>
              </li>
            ))}
          </ul>
        </>
      )}
    </Widget>
  );
}
