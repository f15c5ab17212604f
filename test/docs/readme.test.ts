import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root, shell } from './shell.ts';

const { execute, service, leftovers } = await shell();
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const [, calls = ''] = /^## Three calls\n([\s\S]*?)^## /m.exec(readme) ?? [];
const [graphql = '', rest = '', report = ''] = [...calls.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(
  ([, code = '']) => code.replaceAll('http://127.0.0.1:4000', service.origin),
);
/** macOS gives its users zsh, which does not split what a variable holds. */
const shells = ['bash', 'zsh'].filter((name) => spawnSync(name, ['-c', 'true']).status === 0);

it.each(shells)(
  'the three calls of the README can be copied into %s',
  async (name) => {
    const printed = async (script: string) => (await execute(name, ['-c', script])).stdout;
    expect(JSON.parse(await printed(graphql)).data.advertisers.nodes).toHaveLength(1);
    expect(JSON.parse(await printed(rest)).response).toHaveLength(1);
    expect(await printed(report)).toMatch(/^Day,Advertiser Id,Advertiser,Impressions,/);
    expect(await leftovers()).toEqual([]);
  },
  60_000,
);
