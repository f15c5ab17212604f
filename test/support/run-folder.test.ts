import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createRunFolder } from './run-folder.ts';

test('a new run removes the folder of a killed run, and leaves that of a run that goes on', () => {
  const folderOf = (pid: number) => join(tmpdir(), `flightline-test-${pid}`);
  const [killed, other] = [folderOf(spawnSync('true').pid), folderOf(process.ppid)];
  for (const folder of [killed, other]) mkdirSync(join(folder, 'postgres'), { recursive: true });
  const { path, remove } = createRunFolder();
  onTestFinished(remove);
  expect([killed, other, path].map((folder) => existsSync(folder))).toEqual([false, true, true]);
  expect(statSync(path).mode & 0o777).toBe(0o711);
  remove();
  expect(existsSync(path)).toBe(false);
});
