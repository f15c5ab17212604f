import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { COMMAND_LINE } from '../support/processes/built.ts';

const run = promisify(execFile);

test.each([
  ['client', 'list'],
  ['seat', 'create', '--name', 'A'],
  ['database', 'migrate'],
])(
  '%s %s without a database and without FLIGHTLINE_DATA_DIR refuses in a sentence and creates nothing',
  async (...args) => {
    const cwd = await mkdtemp(join(tmpdir(), 'no-database-'));
    onTestFinished(() => rm(cwd, { recursive: true }));
    const { DATABASE_URL: _url, FLIGHTLINE_DATA_DIR: _dir, ...env } = process.env;
    const failed = await run(process.execPath, [COMMAND_LINE, ...args, '--json'], { cwd, env }).catch(
      (error: { code: number; stdout: string; stderr: string }) => error,
    );
    expect(failed).toMatchObject({ code: 1 });
    const sentence = `FLIGHTLINE_DATA_DIR: is not set, and ${join(cwd, '.flightline')} has no database. Set it to the data directory of the service, set DATABASE_URL, or start the service here first.`;
    expect(failed.stderr).toBe(`${sentence}\n`);
    expect(JSON.parse(failed.stdout)).toEqual({ error: sentence });
    expect(await readdir(cwd)).toEqual([]);
  },
);
