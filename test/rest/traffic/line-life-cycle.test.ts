import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  LINE_STATUSES,
  type LineStatus,
  lifeCycle,
  TRANSITIONS,
} from '../../../src/domain/campaigns/line/status.ts';
import type { Caller } from '../../support/caller.ts';
import { createLine, problemsOf, type TrafficTest, trafficTest } from '../../support/traffic/traffic.ts';

let test: TrafficTest;
let caller: Caller;

beforeAll(async () => {
  test = await trafficTest();
  caller = test.caller;
});

const put = (id: number, status: string) => caller.put(`/lines/${id}`, { status });
const target = (id: number, change: object) => caller.post(`/lines/${id}/targeting`, { geos: change });

/** A line in that state, by the way through the interface. */
async function lineIn(status: LineStatus): Promise<number> {
  const id = await createLine(caller);
  if (status === 'ACTIVE') await target(id, { added: [23424736] });
  expect((await put(id, status)).status).toBe(200);
  return id;
}

const steps = LINE_STATUSES.flatMap((from) => LINE_STATUSES.map((to) => [from, to] as const));

describe('the life cycle of a line', () => {
  it.each(steps)('%s → %s follows the table', async (from, to) => {
    const rule = TRANSITIONS[from][to];
    const id = await lineIn(from);
    if (rule === 'needs geography') {
      const refused = await put(id, to);
      expect(refused.status).toBe(400);
      expect(Object.keys(problemsOf(refused))).toEqual(['status']);
      expect((await caller.get(`/lines/${id}`)).body.response.status).toBe(from);
      await target(id, { added: [23424736] });
    }
    const reply = await put(id, to);
    expect([reply.status, reply.body.response?.status]).toEqual([200, to]);
  });

  it('the last geography target of an ACTIVE line cannot be removed', async () => {
    const id = await lineIn('ACTIVE');
    for (const change of [{ clearAll: true }, { removed: [23424736] }]) {
      const refused = await target(id, change);
      expect(Object.keys(problemsOf(refused))).toEqual(['status']);
    }
    const off = await caller.post(`/lines/${id}/targeting`, {
      types: [{ name: 'GEOGRAPHY', isTargeted: false }],
    });
    expect(off.status).toBe(400);
    expect((await caller.get(`/lines/${id}/targeting`)).body.response.geos).toHaveLength(1);
  });

  it.each(['docs/line-life-cycle.md', 'schema.graphql'])('%s shows the table as it is', (file) => {
    const text = readFileSync(file, 'utf8').replace(/^ +/gm, '');
    expect(text).toContain(lifeCycle());
  });
});
