import type { FastifyInstance } from 'fastify';
import { afterAll } from 'vitest';
import { buildApp } from '../../../src/app.ts';
import { mintVmcid } from '../../../src/domain/events/click/vmcid.ts';
import { type Route, routeTable } from '../../../src/http/route-table.ts';
import { type TestSystem, testSystem } from '../../support/system.ts';
import { anEvent } from '../../support/traffic/intake.ts';
import { createEstate, type Estate } from './estate.ts';
import type { Id } from './inputs.ts';

export interface Guarded {
  readonly system: TestSystem;
  readonly app: FastifyInstance;
  /** `GET /traffic/ads/:id` */
  readonly routes: readonly string[];
  /** `mark`: in the texts of the seat, for worlds that are the same each time. */
  estate(mark?: string): Promise<Estate>;
}

/** Gives the service another way to its database, or another clock. */
export type Through = (system: TestSystem) => Promise<TestSystem>;

/** The whole service, and seats with one of everything. */
export async function guardedSystem({
  through = async (system) => system,
}: {
  through?: Through;
} = {}): Promise<Guarded> {
  const system = await through(await testSystem());
  await spreadIds(system);
  const app = await buildApp({ system });
  afterAll(() => app.close());
  await app.ready();
  const nameOf = ({ method, url }: Route) => `${method} ${url === '/' ? url : url.replace(/\/$/, '')}`;
  return {
    system,
    app,
    routes: [...new Set(routeTable(app).map(nameOf))],
    estate: async (mark) => {
      const estate = await createEstate({ system, app, ...(mark && { mark }) });
      const { Advertiser, Campaign, Line, Ad } = estate.ids;
      const click = {
        seatId: estate.seatId,
        advertiserId: Number(Advertiser),
        campaignId: Number(Campaign),
        lineId: Number(Line),
        adId: Number(Ad),
      };
      const ids = { ...estate.ids, Click: mintVmcid(system, click) };
      await estate.send('POST', `/v1/pixels/${ids.Pixel}/events`, { body: [anEvent()] });
      await estate.send('GET', `/?vmcid=${ids.Click}&id=${estate.mark}&dp=shop&.yp=${ids.Pixel}`);
      return { ...estate, ids };
    },
  };
}

/** The sequences of tables that are newer than the recorded answers of the corpus, in the order of their addition. */
const NEWER_SEQUENCES = ['saved_view_id_seq'];

/**
 * Each table counts from a number of its own, so that no id is that of something else too. Newer tables come last,
 * because the recorded answers have the IDs of the others.
 */
async function spreadIds({ pool }: TestSystem): Promise<void> {
  const { rows } = await pool.query(
    `SELECT sequencename AS name FROM pg_sequences WHERE schemaname = 'public'
     ORDER BY array_position($1, sequencename::text) NULLS FIRST, 1`,
    [NEWER_SEQUENCES],
  );
  for (const [index, { name }] of rows.entries())
    await pool.query('SELECT setval($1, $2)', [`public.${name}`, 710_000_000 + index * 1_000_000]);
}

/** Ids that name nothing, of the shape of `like`. */
export function unknownIds(like: Id): Id[] {
  if (typeof like === 'number') return [2_000_000_011, 99_999_999_999];
  if (/^[0-9a-f-]{36}$/.test(like)) return ['00000000-0000-4000-8000-000000000000'];
  return [like.replace(/[A-Za-z0-9]/g, (sign) => (sign === 'x' ? 'y' : 'x'))];
}
