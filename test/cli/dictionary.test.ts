import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { listEntries } from '../../src/domain/audiences/dictionary/entries.ts';
import { cliOn } from '../support/cli.ts';
import { testSystem } from '../support/system.ts';

const system = await testSystem();
const cli = cliOn(system);
const folder = await mkdtemp(join(tmpdir(), 'flightline-cli-'));
afterAll(() => rm(folder, { recursive: true }));

async function file(text: string): Promise<string> {
  const path = join(folder, 'list.csv');
  await writeFile(path, text);
  return path;
}

describe('dictionary load', () => {
  it('replaces the list and returns its rows', async () => {
    const path = await file('value,name\n3,Three\n4,Four\n');
    const { code, stdout } = await cli('dictionary', 'load', 'exchange', path, '--json');
    expect([code, JSON.parse(stdout)]).toEqual([0, { rows: 2 }]);
    expect((await listEntries(system, 'exchange')).map(({ name }) => name)).toEqual(['Three', 'Four']);
  });

  it('takes the operator’s own segments by the name in their path', async () => {
    const path = await file('value,name,description,parentId,dataProvider,status\n1,One,,,,ACTIVE\n');
    expect((await cli('dictionary', 'load', 'interest_segments_platform', path)).code).toBe(0);
  });

  it('reports invalid rows by line and leaves the list unchanged', async () => {
    const before = await listEntries(system, 'country');
    const path = await file('value,name\nXX,Ok\nxx,Bad\nYY,\n');
    const { code, stderr } = await cli('dictionary', 'load', 'country', path);
    expect(code).toBe(1);
    expect(stderr).toBe('line 3: value is malformed\nline 4: name is missing\n');
    expect(await listEntries(system, 'country')).toEqual(before);
  });

  it('distinguishes an unknown list from a missing file', async () => {
    expect((await cli('dictionary', 'load', 'planets', await file('a\n'))).code).toBe(2);
    expect(await cli('dictionary', 'load', 'country', join(folder, 'none.csv'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Cannot read'),
    });
  });
});
