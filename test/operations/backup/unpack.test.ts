import { access, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { verifyBackup } from '../../../src/operations/backup/verify.ts';
import { unpackBase } from '../../../src/operations/backup/wal/unpack.ts';
import { createLocalFiles } from '../../../src/warehouse/local-files.ts';

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

it.each(['../../evil', 'facts/../../../evil', '/tmp/evil'])(
  'a backup whose file is named %j is refused before anything is read or restored',
  async (name) => {
    const dir = await mkdtemp(join(tmpdir(), 'flightline-unpack-'));
    const file = { name, bytes: 1, sha256: '' };
    const manifest = {
      ...{ format: 1, createdAt: '', postgres: '', migrations: [], tables: [], sequences: [] },
      ...{ files: [file], masterKey: 'not included' },
    };
    await writeFile(join(dir, 'backup.json'), JSON.stringify(manifest));
    await expect(verifyBackup(dir)).rejects.toThrow('outside of the backup');
    const store = createLocalFiles(join(dir, 'warehouse'));
    const draft = await store.draft();
    await writeFile(draft, CONTENT);
    if (name.startsWith('..'))
      await expect(store.publish(draft, name)).rejects.toThrow(`The file ${name} is outside of`);
  },
);

it('files of the cluster are written', async () => {
  const folder = await unpack({ file: 'PG_VERSION' });
  await access(join(folder, 'data', 'postgres', 'PG_VERSION'));
});
