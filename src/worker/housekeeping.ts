import type { System } from '../domain/context.ts';
import { LINK_LIFE_MS } from '../domain/report/link.ts';
import type { Warehouse } from '../warehouse/load.ts';

interface House {
  system: System;
  warehouse: Warehouse;
}

const EVERY_MS = 60_000;
/** Older drafts belong to nobody: no load or report runs so long. */
const DRAFT_LIFE_MS = 6 * 3_600_000;

/** Does the chores of the file store at times. @returns a function that ends them and waits for the last */
export function keepHouse(house: House): () => Promise<void> {
  let current = Promise.resolve();
  const timer = setInterval(() => {
    current = current
      .then(() => removeExpired(house))
      .catch((error) => house.system.log.warn({ err: error }, 'housekeeping failed'));
  }, EVERY_MS);
  return () => {
    clearInterval(timer);
    return current;
  };
}

/** Removes report files that can no longer be fetched, and drafts that were left behind. */
export async function removeExpired({ system, warehouse: { files } }: House): Promise<void> {
  const now = system.now().getTime();
  const expired = await system.db.report.findMany({
    where: { fileName: { not: null }, createdAt: { lt: new Date(now - LINK_LIFE_MS) } },
    select: { id: true, fileName: true },
    take: 1000,
  });
  for (const { id, fileName } of expired) {
    await files.remove(fileName ?? '');
    await system.db.report.update({ where: { id }, data: { fileName: null } });
  }
  for (const { name, changedAt } of await files.list('drafts')) {
    if (now - changedAt.getTime() > DRAFT_LIFE_MS) await files.remove(name);
  }
}
