import pg from 'pg';
import { migrate } from '../../../src/platform/database/migration/migrate.ts';
import { Postgres } from '../../faults/postgres.ts';
import { createClient, tokenFor } from '../../support/actors.ts';
import { createAd, createAdvertiser } from '../../support/traffic/intake.ts';
import type { Contender } from '../support/alternate.ts';
import { type Closers, compare, FLUSH_MS, prepare, slowDown, startProcess } from './scene.ts';

const CLIENTS = 16;
const VIEWS = 4;

/** Tells live views in the transaction of each write, as the service once did. */
const WITHIN = `
  CREATE FUNCTION bench_tell() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM pg_notify('flightline_live',
      json_build_object('channel', 'changes:' || NEW.seat_id, 'payload', 'written')::text);
    RETURN NULL;
  END $$;
  CREATE TRIGGER bench_tell AFTER INSERT ON change FOR EACH ROW EXECUTE FUNCTION bench_tell()`;

/** Lines created by 16 clients while live views follow them, on the disk as it is and on a slower one. */
export async function writes(closers: Closers): Promise<void> {
  const primary = await Postgres.create();
  closers.push(() => primary.remove());
  const within = await writer(closers, { name: 'NOTIFY in each write', url: await another(primary) });
  const after = await writer(closers, { name: 'notified after the commit', url: primary.url });
  const contenders = [within, after];
  await compare('lines created', { contenders, connections: CLIENTS, aim: 'aim 2.5' });
  await slowDown(primary);
  await compare(`lines created, each flush ${FLUSH_MS} ms longer`, {
    contenders,
    connections: CLIENTS,
    aim: 'aim 2.5',
  });
}

/** A second database of the server, with the trigger. */
async function another(server: Postgres): Promise<string> {
  await server.run('CREATE DATABASE within');
  const url = Object.assign(new URL(server.url), { pathname: '/within' }).href;
  await migrate({ url });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(WITHIN);
  await client.end();
  return url;
}

async function writer(closers: Closers, { name, url }: { name: string; url: string }): Promise<Contender> {
  const { token, campaignId } = await prepare(url, async (system) => {
    const client = await createClient(system);
    const { seatId } = client;
    const advertiserId = await createAdvertiser(system, seatId);
    const { campaignId } = await createAd(system, { seatId, advertiserId });
    return { token: await tokenFor(system, client), campaignId };
  });
  const isWithin = url.endsWith('/within');
  const server = await startProcess(closers, { DATABASE_URL: url, ...(isWithin && { BENCH_TELLS: 'off' }) });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  for (let view = 0; view < VIEWS; view += 1) await follow(`${server.url}/graphql`, headers);
  return {
    name,
    url: `${server.url}/graphql`,
    method: 'POST',
    headers,
    body: JSON.stringify({
      query: `mutation ($input: CreateLineInput!) {
        createLine(input: $input) { ... on CreateLinePayload { line { id } } } }`,
      variables: {
        input: { campaignId: String(campaignId), name: 'Bench', bidPrice: 1.25, budgetType: 'CURRENCY' },
      },
    }),
  };
}

/** Reads a live view of the seat's changes until its service stops. */
async function follow(url: string, headers: Record<string, string>): Promise<void> {
  const body = JSON.stringify({ query: 'subscription { seatChanges { resource } }' });
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, accept: 'text/event-stream' },
    body,
  });
  if (!answer.ok || !answer.body) throw new Error(`A live view was refused: ${await answer.text()}`);
  answer.body.pipeTo(new WritableStream()).catch(() => undefined);
}
