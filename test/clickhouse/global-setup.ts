import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startClickHouse } from './server.ts';

/** Starts ClickHouse, and says at the end how many reports of the suites both engines have made. */
export default async function setup() {
  const clickHouse = await startClickHouse();
  const folder = await mkdtemp(join(tmpdir(), 'both-engines-'));
  process.env.TEST_CLICKHOUSE_URL = clickHouse.url;
  process.env.TEST_CLICKHOUSE_NOTES = join(folder, 'notes');
  await writeFile(process.env.TEST_CLICKHOUSE_NOTES, '');
  return async () => {
    await clickHouse.stop();
    const notes = (await readFile(join(folder, 'notes'), 'utf8')).split('\n').filter(Boolean);
    await rm(folder, { recursive: true, force: true });
    const different = notes.filter((note) => note !== 'same');
    console.log(`${notes.length} reports were made by both engines, ${different.length} of them differ.`);
    if (different.length > 0) throw new Error(different.slice(0, 5).join('\n'));
  };
}
