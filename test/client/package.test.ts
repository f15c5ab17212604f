import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
let project: string;

/** What a project does: it has the package in node_modules, and nothing of this repository. */
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'flightline-consumer-'));
  const modules = join(project, 'node_modules');
  await mkdir(modules);
  await run(
    process.execPath,
    [join(root, 'scripts/client-package.mjs'), join(modules, 'flightline-client')],
    {
      cwd: root,
    },
  );
});
afterAll(() => rm(project, { recursive: true, force: true, maxRetries: 20 }));

const CONSUMER = `
import { createClient, unwrap } from 'flightline-client';
import { AdvertisersDocument, CreateAdvertiserDocument } from 'flightline-client/documents';

const client = createClient({ url: 'https://api.example.com', clientId: 'id', clientSecret: 'secret' });
export async function main(): Promise<number> {
  let total = 0;
  for await (const advertiser of client.pages(AdvertisersDocument, {}, (data) => data.advertisers))
    total += advertiser.databaseId;
  const input = {
    name: 'A',
    status: 'ACTIVE' as const,
    landingPageUrl: 'https://a.example',
    iabCategoryId: 1,
    timezone: 'UTC',
    currency: 'USD',
    billingPrice: '10',
    contact: { addressLine1: '1 Main St', city: 'Ithaca', region: 'NY', country: 'US' },
  };
  const { createAdvertiser } = await client.request(CreateAdvertiserDocument, { input });
  const created: string = unwrap(createAdvertiser).advertiser.name;
  // @ts-expect-error: an input has no such field
  await client.request(CreateAdvertiserDocument, { input: { ...input, nme: 'A' } });
  // @ts-expect-error: a new advertiser needs more than a name
  await client.request(CreateAdvertiserDocument, { input: { name: 'A' } });
  // @ts-expect-error: nor the document such a variable
  client.pages(AdvertisersDocument, { first: 5, frst: 5 }, (data) => data.advertisers);
  // @ts-expect-error: it is not known to be the payload
  createAdvertiser.advertiser;
  return total + created.length;
}
`;

describe('the package flightline-client', () => {
  it('is typed for a strict consumer, with the types of browsers and with those of Node', async () => {
    await writeFile(join(project, 'consumer.ts'), CONSUMER);
    for (const [name, lib, module] of [
      ['browser', ['es2022', 'dom'], { module: 'esnext', moduleResolution: 'bundler' }],
      ['node', ['es2022', 'dom'], { module: 'nodenext' }],
    ] as const) {
      const config = join(project, `tsconfig.${name}.json`);
      const compilerOptions = { strict: true, noEmit: true, target: 'es2022', types: [], lib, ...module };
      await writeFile(config, JSON.stringify({ compilerOptions, files: ['consumer.ts'] }));
      const tsc = join(root, 'node_modules/typescript/bin/tsc');
      await expect(run(process.execPath, [tsc, '-p', config])).resolves.toMatchObject({ stdout: '' });
    }
  });

  it('loads without any other package', async () => {
    await writeFile(
      join(project, 'load.mjs'),
      "import * as client from 'flightline-client'; console.log(Object.keys(client).sort().join());",
    );
    const { stdout } = await run(process.execPath, [join(project, 'load.mjs')]);
    expect(stdout.trim()).toBe(
      'FlightlineError,GraphQLResponseError,RefusedError,WebhookSignatureError,createClient,unwrap,verifyWebhook',
    );
  });

  it('names only files that it has', async () => {
    const folder = join(project, 'node_modules/flightline-client');
    const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    const files = new Set((await readdir(folder)).map((name) => `./${name}`));
    const named = Object.values<Record<string, string>>(manifest.exports).flatMap((entry) =>
      Object.values(entry),
    );
    expect(named.filter((name) => !files.has(name))).toEqual([]);
  });
});
