import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root, shell } from './shell.ts';

const { execute, service, leftovers } = await shell();
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const [, snippet = ''] = /^```sh\n(AUTH=[\s\S]*?)^```$/m.exec(readme) ?? [];
/** macOS gives its users zsh, which does not split what a variable holds. */
const shells = ['bash', 'zsh'].filter((name) => spawnSync(name, ['-c', 'true']).status === 0);

it.each(shells)(
  'the first report of the README can be copied into %s',
  async (name) => {
    const script = snippet.replaceAll('http://127.0.0.1:4000', service.origin);
    const { stdout } = await execute(name, ['-c', script]);
    expect(stdout).toMatch(/^Day,Advertiser Id,Advertiser,Impressions,/);
    expect(await leftovers()).toEqual([]);
  },
  60_000,
);
