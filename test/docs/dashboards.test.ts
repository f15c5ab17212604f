import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Window } from 'happy-dom';
import { build } from 'vite';
import { beforeAll, expect, test, vi } from 'vitest';
import { createAd } from '../support/traffic/intake.ts';
import { root, shell } from './shell.ts';

/** The page of docs/graphql.md with urql, with Relay and as one file, against the service. */

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const examples = join(root, 'docs/examples');
const { execute, folder, service, client, env } = await shell();
const { db } = service.system;
const { id: advertiserId, name } = await db.advertiser.findFirstOrThrow({ where: { seatId: client.seatId } });
const { id: pixelId } = await db.pixel.create({
  data: { seatId: client.seatId, advertiserId, name: 'Shop' },
});
const HOUR_MS = 3_600_000;

beforeAll(async () => {
  const { adId, ...ad } = await createAd(service.system, { seatId: client.seatId, advertiserId });
  const hour = new Date(Math.floor(service.system.now().getTime() / HOUR_MS - 48) * HOUR_MS);
  await service.loadFacts([
    {
      advertiserId,
      campaignId: ad.campaignId,
      lineId: ad.lineId,
      adId,
      hour: hour.toISOString().replace('.000', ''),
      impressions: 1000,
      clicks: 25,
      spend: '12.5',
    },
  ]);
});

const SPENT = `${name}: 12.500000 USD`;

test('urql: the page from one typed document', async () => {
  const project = join(folder, 'urql');
  const modules = join(project, 'node_modules');
  await mkdir(join(modules, '@urql'), { recursive: true });
  await execute('sh', [
    '-c',
    `cd '${root}' && node scripts/client-package.mjs '${modules}/flightline-client'`,
  ]);
  for (const one of ['@urql/core', '@types', 'graphql', 'undici-types'])
    await symlink(join(root, 'node_modules', one), join(modules, one));
  await cp(join(examples, 'dashboard-urql/page.ts'), join(project, 'page.ts'));
  await writeFile(join(project, 'package.json'), JSON.stringify({ type: 'module' }));
  const options = ['--strict', '--module', 'nodenext', '--target', 'es2023', '--types', 'node'];
  await execute(process.execPath, [
    join(root, 'node_modules/typescript/bin/tsc'),
    ...options,
    join(project, 'page.ts'),
  ]);
  const { stdout } = await execute('env', [
    `PIXEL_ID=${pixelId}`,
    process.execPath,
    join(project, 'page.js'),
  ]);
  expect(stdout).toContain(SPENT);
  expect(stdout).toMatch(/Best ads.*\n.*: 0\.025\n/);
});

test('Relay: each widget has its fragment, and the page is one request', async () => {
  const project = join(folder, 'relay-page');
  await mkdir(join(project, '__generated__'), { recursive: true });
  await symlink(join(root, 'node_modules'), join(project, 'node_modules'));
  await cp(join(root, 'schema.graphql'), join(project, 'schema.graphql'));
  await cp(join(examples, 'dashboard-relay/page.jsx'), join(project, 'page.jsx'));
  const config = { src: '.', schema: './schema.graphql', language: 'javascript', eagerEsModules: true };
  await writeFile(join(project, 'relay.config.json'), JSON.stringify(config));
  await writeFile(join(project, 'package.json'), JSON.stringify({ type: 'module' }));
  await writeFile(
    join(project, 'main.js'),
    `export { connect, Page } from './page.jsx';
export { createRoot } from 'react-dom/client';
export { createElement } from 'react';`,
  );
  const compiler: string = createRequire(import.meta.url)('relay-compiler');
  await execute('sh', ['-c', `cd '${project}' && '${compiler}' relay.config.json`]);
  await build({
    configFile: false,
    root: project,
    logLevel: 'error',
    plugins: [relayTags],
    mode: 'production',
    oxc: { jsx: { runtime: 'automatic', development: false } },
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: { ssr: 'main.js', outDir: 'out' },
  });

  const window = new Window();
  for (const [name, value] of Object.entries({
    window,
    document: window.document,
    navigator: window.navigator,
  }))
    vi.stubGlobal(name, value);
  const sent: string[] = [];
  const { connect, Page, createRoot, createElement } = await import(
    pathToFileURL(join(project, 'out/main.js')).href
  );
  const environment = connect({ url: service.origin, token: async () => env.TOKEN });
  const real = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation((...call) => {
    sent.push(String(call[1]?.body));
    return real(...call);
  });
  const place = window.document.createElement('div');
  createRoot(place).render(createElement(Page, { environment, pixelId: String(pixelId) }));
  await vi.waitFor(() => expect(place.textContent).toContain(SPENT), 10_000);
  expect(place.querySelector('ol')?.textContent).toMatch(/: 0\.025$/);
  expect(sent).toHaveLength(1);
  vi.restoreAllMocks();
});

test('one file shows the spend of each advertiser as a chart', async () => {
  const html = await readFile(join(examples, 'dashboard-widget.html'), 'utf8');
  const window = new Window({ url: service.origin });
  const [markup = '', script = ''] = html.split('<script type="module">');
  window.document.write(markup);
  const run = new Function('window', 'document', 'fetch', 'URL', script.split('</script>')[0] as string);
  run(window, window.document, fetch, URL);
  const form = window.document.querySelector('form');
  for (const [field, value] of [
    ['url', service.origin],
    ['token', env.TOKEN],
  ] as const) {
    const input = form?.querySelector(`[name=${field}]`);
    input?.setAttribute('value', value);
  }
  form?.dispatchEvent(new window.Event('submit', { cancelable: true }));
  await vi.waitFor(() => expect(window.document.querySelectorAll('rect')).toHaveLength(1), {
    timeout: 10_000,
  });
  expect(window.document.querySelector('figcaption')?.textContent).toBe(`${name}: 12.50 USD`);
});

test('every example folder is built here or with the others', async () => {
  const folders = (await readdir(examples, { withFileTypes: true })).filter((one) => one.isDirectory());
  expect(folders.map((one) => one.name).sort()).toEqual(['dashboard-relay', 'dashboard-urql', 'relay']);
});

/** What babel-plugin-relay does: a tag stands for the artifact that the compiler made of it. */
const relayTags = {
  name: 'relay-tags',
  enforce: 'pre' as const,
  transform(code: string, id: string) {
    if (!id.endsWith('page.jsx')) return undefined;
    const names: string[] = [];
    const text = code.replace(/graphql`\s*(?:query|fragment)\s+(\w+)[^`]*`/g, (_tag, artifact: string) => {
      names.push(artifact);
      return artifact;
    });
    const imports = names.map((one) => `import ${one} from './__generated__/${one}.graphql.js';`);
    return `${imports.join('\n')}\n${text}`;
  },
};
