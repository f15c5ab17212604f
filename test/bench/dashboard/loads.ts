import { rm } from 'node:fs/promises';
import path from 'node:path';
import { literal } from '../../../src/warehouse/duckdb/literal.ts';
import { loadFacts, type Warehouse } from '../../../src/warehouse/load.ts';
import { openWarehouse } from '../../../src/warehouse/open.ts';
import { writeFacts } from './facts.ts';
import { makeWorld } from './world.ts';

/**
 * What the roll-up costs a load: npm run bench:loads [-- ROWS]. Files of 1,500,000 facts (30 days) unless given are loaded
 * with and without it in turn; BENCH_ROUNDS (3) of each. The ratio is of the sums of all rounds.
 */
const HOURS = 30 * 24;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const LINES = Math.round(Number(process.argv[2] ?? 1_500_000) / HOURS);

const world = await makeWorld({
  rows: 395 * 24 * LINES,
  load: async (system, { lines, perLine, dir }) => {
    const whole = await openWarehouse(system);
    const contenders = [
      { name: 'with the roll-up', warehouse: whole, s: 0 },
      { name: 'without', warehouse: withoutRollUp(whole), s: 0 },
    ];
    let end = system.now().getTime();
    let rows = 0;
    for (let round = -1; round < ROUNDS; round += 1)
      for (const contender of round % 2 === 0 ? contenders : contenders.toReversed()) {
        const file = path.join(dir, 'facts.csv');
        rows = await writeFacts({ file, lines, perLine, hours: HOURS, end: new Date(end) });
        end -= HOURS * 3_600_000;
        const began = performance.now();
        await loadFacts(contender.warehouse, { file });
        const s = (performance.now() - began) / 1000;
        await rm(file);
        console.log(`${contender.name}: ${s.toFixed(2)} s${round < 0 ? ' (does not count)' : ''}`);
        if (round >= 0) contender.s += s;
      }
    for (const { name, s } of contenders) console.log(`${name}: ${Math.round((ROUNDS * rows) / s)} rows/s`);
    const [rolledUp, bare] = contenders.map(({ s }) => s);
    console.log(`ratio ${((bare ?? 0) / (rolledUp ?? 1)).toFixed(3)} (aim 0.7)`);
  },
});
await world.stop();

/** The catalogue is empty, so nothing is copied. */
function withoutRollUp(warehouse: Warehouse): Warehouse {
  const rollUp: Warehouse['dialect']['rollUp'] = (_path, _kind, { target }) => ({
    sql: `COPY (SELECT 1 WHERE false) TO ${literal(target)} (FORMAT csv, HEADER false)`,
  });
  return { ...warehouse, dialect: { ...warehouse.dialect, rollUp } };
}
