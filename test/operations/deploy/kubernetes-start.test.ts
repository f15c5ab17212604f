import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { startRedis } from '../../support/processes/redis.ts';
import { freePort } from '../../support/processes/start.ts';
import { testSystem } from '../../support/system.ts';
import { fakeS3 } from '../../warehouse/fake-s3.ts';

/** The containers of deploy/kubernetes, as processes: the image's command and variables, and what the manifests add. */

const root = join(import.meta.dirname, '../../..');
const text = (file: string) => readFileSync(join(root, file), 'utf8');
const { resources } = parse(text('deploy/kubernetes/kustomization.yaml'));
const objects = (resources as string[]).flatMap((file) =>
  parseAllDocuments(text(`deploy/kubernetes/${file}`)).map((document) => document.toJS()),
);

interface Container {
  readonly command?: string[];
  readonly args?: string[];
  readonly env?: { name: string; value: string }[];
  readonly ports?: { name: string; containerPort: number }[];
  readonly startupProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
}
interface Probe {
  readonly httpGet: { path: string; port: string };
  readonly timeoutSeconds?: number;
}

const containersOf = (kind: string): [name: string, container: Container, graceS: number][] =>
  objects
    .filter((object) => object.kind === kind)
    .map(({ metadata, spec: { template } }) => [
      metadata.name,
      template.spec.containers[0],
      template.spec.terminationGracePeriodSeconds,
    ]);

/** What the last stage of the Dockerfile gives to every process. */
const stage = text('Dockerfile').slice(text('Dockerfile').lastIndexOf('\nFROM '));
const image = {
  command: JSON.parse(/^CMD (\[.*\])$/m.exec(stage)?.[1] ?? '[]') as string[],
  env: Object.fromEntries((/^ENV (.*)$/m.exec(stage)?.[1] ?? '').split(' ').map((one) => one.split('='))),
};
const variablesIn = (file: string) =>
  Object.fromEntries(
    [...text(`deploy/kubernetes/${file}`).matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );

const system = await testSystem();
const redis = await startRedis();
afterAll(() => vi.unstubAllEnvs());

/** The places that an operator names, and ports of this machine. */
async function placesHere(store: Awaited<ReturnType<typeof fakeS3>>): Promise<Record<string, string>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kubernetes-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 20 }));
  return {
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    FLIGHTLINE_OPERATIONS_PORT: String(await freePort()),
    FLIGHTLINE_DATA_DIR: dataDir,
    DATABASE_URL: system.database.url,
    FLIGHTLINE_DATABASE_DIRECT_URL: system.database.url,
    FLIGHTLINE_REDIS_URL: redis.server.url,
    FLIGHTLINE_MASTER_KEY: system.masterKey.toString('base64'),
    FLIGHTLINE_S3_ENDPOINT: store.bucket.endpoint,
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
  };
}

function run(
  container: Container,
  here: Record<string, string>,
): { child: ChildProcess; said: () => string } {
  const [program, ...options] = container.command ?? image.command;
  expect(program).toBe('node');
  if (!existsSync(join(root, 'dist/main.js')))
    throw new Error('This needs what the image compiles: npm run build.');
  const child = spawn(process.execPath, [...options, ...(container.args ?? [])], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? '',
      ...image.env,
      ...variablesIn('settings.env'),
      ...variablesIn('secrets.example.env'),
      ...Object.fromEntries((container.env ?? []).map(({ name, value }) => [name, value])),
      ...here,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      said += String(chunk);
    });
  return { child, said: () => said };
}

test.each(containersOf('Job'))(
  'the Job %s ends well',
  async (_name, container) => {
    const { child, said } = run(container, await placesHere(await fakeS3()));
    expect([(await once(child, 'exit'))[0], said()]).toEqual([0, expect.stringContaining('"applied"')]);
  },
  120_000,
);

test('the Deployments start, answer their probes, and end within their grace periods', async () => {
  const store = await fakeS3();
  // One makes the folder of files, which the others find.
  await Promise.all(
    containersOf('Deployment').map(async ([, container, graceS]) => {
      const here = await placesHere(store);
      const { child, said } = run(container, here);
      const origins: Record<string, string> = {
        http: `http://127.0.0.1:${here.PORT}`,
        operations: `http://127.0.0.1:${here.FLIGHTLINE_OPERATIONS_PORT}`,
      };
      const statusOf = async ({ httpGet: { path, port } }: Probe) =>
        fetch(`${origins[port]}${path}`).then(
          ({ status }) => status,
          () => said(),
        );
      const { startupProbe, livenessProbe, readinessProbe } = container;
      await vi.waitFor(
        async () => {
          if (child.exitCode !== null) throw new Error(said());
          for (const probe of [startupProbe, livenessProbe, readinessProbe])
            expect(await statusOf(probe as Probe)).toBe(200);
        },
        { timeout: 300_000, interval: 200 },
      );
      const exited = once(child, 'exit');
      const toldAt = performance.now();
      child.kill('SIGTERM');
      expect(await exited).toEqual([0, null]);
      expect((performance.now() - toldAt) / 1000).toBeLessThan(graceS);
    }),
  );
}, 360_000);
