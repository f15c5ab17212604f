import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withScratchServer } from '../../scripts/scratch-server.ts';
import { buildOld } from './old-version.ts';
import { type Identity, Traffic } from './traffic.ts';

/**
 * `npm run test:upgrade [-- COMMIT]`: an earlier version and the present one on one database under load. Without a
 * commit, the earlier one is the last release, or in a clone without tags the last commit of the version before this one.
 * Fails if a call fails, or something acknowledged is lost.
 */
const PHASE_MS = 6_000;
const present = join(import.meta.dirname, '../..');
const old = await buildOld(process.argv[2]);
const dataDir = await mkdtemp(join(tmpdir(), 'flightline-upgrade-'));
const ports = [await freePort(), await freePort()];
const [oldOrigin = '', newOrigin = ''] = ports.map((port) => `http://127.0.0.1:${port}`);
const children = new Set<ChildProcess>();

try {
  await withScratchServer(upgrade);
} finally {
  for (const child of children) child.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
  await old.remove();
}

async function upgrade(databaseUrl: string): Promise<void> {
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    FLIGHTLINE_MASTER_KEY: randomBytes(32).toString('base64'),
    FLIGHTLINE_DATA_DIR: dataDir,
    FLIGHTLINE_PUBLIC_URL: `${oldOrigin},${newOrigin}`,
    FLIGHTLINE_DASHBOARD: 'off',
    LOG_LEVEL: 'error',
  };
  const cliIn =
    (cwd: string) =>
    (...args: string[]) =>
      JSON.parse(
        execFileSync('node', ['dist/cli/main.js', ...args, '--json'], { cwd, env, encoding: 'utf8' }),
      );

  const before = await start(old.folder, { ...env, PORT: String(ports[0]) }, oldOrigin);
  const traffic = new Traffic(await identity(cliIn(old.folder)), [oldOrigin]);
  const running = traffic.run();
  await sleep(PHASE_MS);
  const started = Date.now();
  await start(present, { ...env, PORT: String(ports[1]) }, newOrigin);
  const readyAfter = Date.now() - started;
  traffic.origins = [oldOrigin, newOrigin];
  await sleep(PHASE_MS);
  traffic.origins = [newOrigin];
  // What was on its way to the old process is answered.
  await sleep(500);
  const exited = once(before, 'exit');
  before.kill('SIGTERM');
  const [code] = await exited;
  await sleep(PHASE_MS);
  traffic.end();
  await running;

  const { done, failures } = traffic;
  // The earlier command refuses a database of a newer version.
  const stored = cliIn(present)('events', 'count', '--pixel', String(traffic.pixel)).count;
  const { campaigns } = (await traffic.graphql('{ campaigns { totalCount } }')) as unknown as {
    campaigns: { totalCount: number };
  };
  if (code !== 0) failures.push(`The old version ended with ${code}.`);
  if (stored !== done.events) failures.push(`${done.events} events were acknowledged, ${stored} are stored.`);
  if (campaigns.totalCount !== done.campaigns)
    failures.push(`${done.campaigns} campaigns were acknowledged, ${campaigns.totalCount} are stored.`);
  console.log(
    `${old.version} to the present version, ready next to it after ${readyAfter} ms: ${done.reads} reads, ${done.campaigns} writes, ${done.events} events and ${done.reports} reports; ${failures.length} failed.`,
  );
  for (const failure of failures.slice(0, 20)) console.log(failure);
  if (failures.length > 0) process.exitCode = 1;
}

async function start(folder: string, env: NodeJS.ProcessEnv, origin: string): Promise<ChildProcess> {
  const child = spawn('node', ['dist/main.js'], { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] });
  children.add(child);
  for (let round = 0; round < 600; round += 1) {
    if (child.exitCode !== null) throw new Error(`${folder} ended with ${child.exitCode}.`);
    const ready = await fetch(`${origin}/readyz`).catch(() => undefined);
    if (ready?.status === 200) return child;
    await sleep(100);
  }
  throw new Error(`${folder} is not ready.`);
}

async function identity(cli: (...args: string[]) => Readonly<Record<string, string>>): Promise<Identity> {
  const { seatId } = cli('seat', 'create', '--name', 'Upgrade');
  const realms = ['--realm', 'dsp', '--realm', 'events'];
  const {
    clientId = '',
    clientSecret = '',
    userId,
  } = cli('client', 'create', '--seat', String(seatId), ...realms);
  const most = ['get', 'put', 'post'].flatMap((method) =>
    ['min', 'hr', 'day'].flatMap((span) => [`--${method}-per-${span}`, '100000000']),
  );
  const others = ['report-post', 'report-get'].flatMap((what) =>
    ['min', 'hr', 'day'].flatMap((span) => [`--${what}-per-${span}`, '100000000']),
  );
  cli('quota', 'set', '--user', String(userId), ...most, ...others, '--graphql-per-hr', '100000000');
  const tokenOf = (realm: string, scope: string): string => {
    const credentials = ['--client', clientId, '--secret', clientSecret, '--url', oldOrigin];
    return cli('token', ...credentials, '--realm', realm, '--scope', scope).access_token ?? '';
  };
  const token = tokenOf('dsp', 'dsp-api-access');
  const setUp = new Traffic({ token, eventsToken: '', advertiser: '', pixel: 0 }, [oldOrigin]);
  const { createAdvertiser } =
    (await setUp.graphql(`mutation { createAdvertiser(input: {name: "Bakery", status: ACTIVE,
    landingPageUrl: "https://bakery.example", iabCategoryId: 1, timezone: "Europe/Paris", currency: EUR,
    billingPrice: 10, contact: {addressLine1: "1 Rue", city: "Paris", region: "IDF", postalCode: "75001",
    country: "FR"}}) { ... on CreateAdvertiserPayload { advertiser { id } } } }`)) as unknown as {
      createAdvertiser: { advertiser: { id: string } };
    };
  const advertiser = createAdvertiser.advertiser.id;
  const { createPixel } = (await setUp.graphql(`mutation { createPixel(input: {advertiserId: "${advertiser}",
    name: "Shop"}) { ... on CreatePixelPayload { pixel { databaseId } } } }`)) as unknown as {
    createPixel: { pixel: { databaseId: number } };
  };
  const pixel = createPixel.pixel.databaseId;
  cli('client', 'allow', '--client', clientId, '--pixel', String(pixel));
  return { token, eventsToken: tokenOf('events', 'pixel-event'), advertiser, pixel };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
