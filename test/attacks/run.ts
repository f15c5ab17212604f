import { readdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack } from './attack.ts';
import { Bystander } from './bystander.ts';
import { Gauges } from './gauges.ts';
import { describe, observe, play, type Row } from './play.ts';
import { AttackedService } from './service.ts';
import { settled, warmUp } from './warm-up.ts';

/**
 * `npm run test:attacks`: prints a table and fails where a bound is passed. ATTACK_ONLY (part of a point or
 * name), ATTACK_SEED (of the variants, 1 by default); README.md says how an attack is added.
 */
const { ATTACK_ONLY = '', ATTACK_SEED = '1' } = process.env;
const seed = Number(ATTACK_SEED);
const MODULES = join(import.meta.dirname, 'modules');
/** Until the facts of the demo seat are loaded; a busy machine is not waited for. */
const QUIET_P99_MS = 50;
const MAX_TRIES = 6;
const QUIET_MS = 5_000;

const modules = readdirSync(MODULES)
  .sort()
  .map((file) => join(MODULES, file));
const attacks = await Promise.all(
  modules.map(async (module) => ({ module, ...((await import(module)) as { attack: Attack }) })),
);
const chosen = attacks.filter(({ attack }) => `${attack.point} ${attack.name}`.includes(ATTACK_ONLY));
const settingsOf = ({ attack }: (typeof attacks)[number]) => JSON.stringify(attack.settings ?? {});

// Whatever ends the run ends the service, which is a child of this process.
process.once('SIGTERM', () => process.exit(1)).once('SIGINT', () => process.exit(1));

const rows: Row[] = [];
for (const settings of new Set(chosen.map(settingsOf))) {
  let scene: Scene | undefined;
  for (const { attack, module } of chosen.filter((one) => settingsOf(one) === settings)) {
    scene ??= await openScene(JSON.parse(settings));
    const { service, bystander, gauges } = scene;
    // The quotas that one attack uses up are not those of the next.
    const target = await (attack.usersOfSeat ? service.newSeat(attack.usersOfSeat) : service.newTarget());
    await attack.prepare?.(target);
    const row = await play({ attack, order: { module, seed, target }, bystander, gauges });
    const held = row.breaches.length === 0;
    rows.push(row);
    const load = loadavg()[0]?.toFixed(1);
    console.log(`${held ? 'held' : 'BROKE'}: ${row.name}: ${row.figures} (load average ${load})`);
    for (const breach of row.breaches) console.log(`  ${breach}`);
    if (!held) for (const variant of row.slowest) console.log(`  (${variant})`);
    // What an attack left behind must not be laid at the door of the next.
    if (!held) {
      await scene.service.stop();
      scene = undefined;
    }
  }
  await scene?.service.stop();
}
console.log('\n| Attack | Variants | p99 of the second client | Peak RSS | Event loop | Afterwards | Held |');
console.log('|---|---|---|---|---|---|---|');
for (const { name, figures, breaches } of rows)
  console.log(`| ${name} | ${figures} | ${breaches.length === 0 ? 'yes' : '**no**'} |`);
process.exitCode = rows.length > 0 && rows.every(({ breaches }) => breaches.length === 0) ? 0 : 1;

interface Scene {
  readonly service: AttackedService;
  readonly bystander: Bystander;
  readonly gauges: Gauges;
}

async function openScene(settings: Record<string, string>): Promise<Scene> {
  const service = await AttackedService.start(settings);
  const bystander = new Bystander(await service.newTarget());
  const gauges = new Gauges(service);
  await warmUp(await service.newTarget());
  await settled(() => gauges.memory());
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const quiet = await observe({ bystander, gauges, work: () => sleep(QUIET_MS) });
    console.log(`nobody attacks: ${describe(quiet)}`);
    if (quiet.p99Ms < QUIET_P99_MS) break;
  }
  return { service, bystander, gauges };
}
