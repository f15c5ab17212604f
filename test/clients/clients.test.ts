import { describe, expect, it } from 'vitest';
import { CLIENTS } from './clients.ts';
import { type Outcome, play } from './play.ts';
import { createWorld, loadDelivery, startService } from './service.ts';
import { outcomeTable } from './table.ts';

/** What partners' clients send and read, as facts, against the service: each operation works or is refused by name. */

const service = await startService();
const worlds = [];
for (const _ of CLIENTS) worlds.push(await createWorld(service));
await loadDelivery(service, worlds);

const played = new Map<string, readonly Outcome[]>();
for (const [at, client] of CLIENTS.entries()) {
  const world = worlds[at];
  if (world) played.set(client.letter, await play(client, service, world));
}
console.log(outcomeTable(CLIENTS, played));

describe.each(CLIENTS)('$letter, $name', ({ letter }) => {
  it.each(played.get(letter) ?? [])('$operation.name: $operation.route', ({ problems }) => {
    expect(problems).toEqual([]);
  });
});
