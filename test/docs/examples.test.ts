import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { root, shell } from './shell.ts';

const { bash, execute, folder, service, client } = await shell();
const examples = join(root, 'docs/examples');
const project = join(folder, 'project');

/** A project of its own: the built package and what the examples name, nothing else of this repository. */
beforeAll(async () => {
  const modules = join(project, 'node_modules');
  await mkdir(join(modules, '@urql'), { recursive: true });
  await execute('sh', [
    '-c',
    `cd '${root}' && node scripts/client-package.mjs '${modules}/flightline-client'`,
  ]);
  for (const name of ['@urql/core', '@types', 'graphql', 'undici-types'])
    await symlink(join(root, 'node_modules', name), join(modules, name));
  for (const name of (await readdir(examples)).filter((name) => name.endsWith('.ts')))
    await cp(join(examples, name), join(project, name));
  const compilerOptions = {
    strict: true,
    module: 'nodenext',
    target: 'es2022',
    types: ['node'],
    outDir: 'out',
  };
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  await writeFile(join(project, 'package.json'), JSON.stringify({ type: 'module' }));
  await execute(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', project]);
}, 60_000);

const example = async (name: string) => (await bash(`cd project && node out/${name}.js`)).stdout;

describe('the examples', () => {
  it('newcomer: an advertiser, a running line and a finished report', async () => {
    expect(await example('newcomer')).toMatch(/^ACTIVE\n.*Impressions,Spend/);
  });

  it('urql reads with the typed documents of the package', async () => {
    expect(await example('urql')).toMatch(/\(USD\)|\(EUR\)/);
  });

  it('a REST partner reads and writes with the types of the document', async () => {
    expect(await example('rest-partner')).toMatch(/^\d+ \d+\n$/);
  });

  it('curl and openssl are enough', async () => {
    const { stdout } = await execute('bash', [join(examples, 'curl.sh')]);
    expect(JSON.parse(stdout).errors).toBeNull();
  });
});

describe('Relay', () => {
  const compiler: string = createRequire(import.meta.url)('relay-compiler');

  async function compile(files: Record<string, string>) {
    const src = join(folder, 'relay');
    await rm(src, { recursive: true, force: true, maxRetries: 20 });
    await mkdir(join(src, '__generated__'), { recursive: true });
    for (const [name, text] of Object.entries(files)) await writeFile(join(src, name), text);
    await cp(join(root, 'schema.graphql'), join(folder, 'schema.graphql'));
    const config = { src: './relay', schema: './schema.graphql', language: 'javascript' };
    await writeFile(join(folder, 'relay.config.json'), JSON.stringify(config));
    await execute(compiler, ['relay.config.json']);
    return { src };
  }

  it('compiles the example against the schema, and the service runs what it made', async () => {
    const text = await readFile(join(examples, 'relay/line-list.js'), 'utf8');
    const { src } = await compile({ 'line-list.js': text });
    const made = await readdir(join(src, '__generated__'));
    expect(made.sort()).toEqual([
      'lineListNextPageQuery.graphql.js',
      'lineListQuery.graphql.js',
      'lineListRenameMutation.graphql.js',
      'lineList_lines.graphql.js',
    ]);
    const textOf = async (name: string): Promise<string> => {
      const artifact = await readFile(join(src, `__generated__/${name}.graphql.js`), 'utf8');
      return JSON.parse(/"text": ("(?:[^"\\]|\\.)*")/.exec(artifact)?.[1] ?? '""');
    };
    const connection = service.connect(client);
    const { advertisers } = await connection.request<{ advertisers: { nodes: { id: string }[] } }, object>(
      '{ advertisers(first: 1) { nodes { id } } }',
      {},
    );
    const id = advertisers.nodes[0]?.id;
    for (const name of ['lineListQuery', 'lineListNextPageQuery'])
      await expect(connection.request(await textOf(name), { id, count: 1 })).resolves.toMatchObject({
        advertiser: { id, lines: { pageInfo: { hasNextPage: false } } },
      });
  });

  it('refuses what the schema does not have', async () => {
    const text =
      'import { graphql } from "react-relay"; graphql`query otherQuery { advertiser(id: 1) { nme } }`;';
    await expect(compile({ 'other.js': text })).rejects.toThrow(/nme/);
  });
});
