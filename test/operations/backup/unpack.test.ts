import { access, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { unpackBase } from '../../../src/operations/backup/wal/unpack.ts';

const CONTENT = 'taken over';

async function unpack(names: { readonly folder?: string; readonly file?: string }): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'flightline-unpack-'));
  const place = join(folder, 'base.gz');
  await writeFile(place, gzipSync(CONTENT));
  const base = {
    folders: names.folder === undefined ? [] : [names.folder],
    entries: names.file === undefined ? [] : [{ path: names.file, bytes: CONTENT.length }],
  };
  const pgData = join(folder, 'data', 'postgres');
  await unpackBase({
    ...{ filePath: place, pgData, dataDir: join(folder, 'data') },
    base: base as unknown as Parameters<typeof unpackBase>[0]['base'],
  });
  return folder;
}

it.each(['../evil', 'base/../../evil', '/tmp/evil', '..', 'base\\..\\..\\evil'])(
  'a base whose file is named %j is refused',
  async (file) => {
    await expect(unpack({ file })).rejects.toThrow('outside of the cluster');
  },
);

it.each(['../evil', '..', '/tmp/evil'])('a base whose folder is named %j is refused', async (folder) => {
  await expect(unpack({ folder })).rejects.toThrow('outside of the cluster');
});

it('files of the cluster are written', async () => {
  const folder = await unpack({ file: 'PG_VERSION' });
  await access(join(folder, 'data', 'postgres', 'PG_VERSION'));
});
