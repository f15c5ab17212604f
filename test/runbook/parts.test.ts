import { execFile } from 'node:child_process';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startRedis } from '../support/processes/redis.ts';
import { testSystem } from '../support/system.ts';
import { fakeS3 } from '../warehouse/fake-s3.ts';
import { expectCause, expectInRunbook, start } from './support.ts';

const system = await testSystem();
const run = promisify(execFile);
vi.setConfig({ testTimeout: 120_000 });

test('Redis is read-only', async () => {
  const redis = await startRedis();
  const broken = await start(system, { FLIGHTLINE_REDIS_URL: redis.server.url });
  expect((await broken.verbose()).status).toBe('ready');
  await redis.server.command('REPLICAOF', '127.0.0.1', '1');
  await expectCause(broken, {
    check: 'redis',
    cause: /^it is read-only: it is a replica of another Redis$/,
    runbook: '`it is read-only: it is a replica of another Redis`',
  });
  expect(await broken.figure('flightline_check_failing{check="redis"}')).toBe(1);
});

/** A small disk, which takes root and the right to mount. */
async function smallDisk(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'small-disk-'));
  await run('mount', ['-t', 'tmpfs', '-o', 'size=8m,mode=711', 'tmpfs', dir]);
  onTestFinished(async () => {
    await run('umount', ['-l', dir]);
    await rm(dir, { recursive: true });
  });
  return dir;
}

async function fill(dir: string): Promise<void> {
  const file = await open(join(dir, 'ballast'), 'w');
  for (let size = 2 ** 20; size > 0; ) {
    const { bytesWritten } = await file.write(Buffer.alloc(size)).catch(() => ({ bytesWritten: 0 }));
    if (bytesWritten < size) size = Math.floor(size / 2);
  }
  await file.close();
}

test('the disk is full', async () => {
  const own = await testSystem();
  const dataDir = await smallDisk();
  const env = { FLIGHTLINE_SERVICES: 'graphql,identity,reporting', FLIGHTLINE_DATA_DIR: dataDir };
  const broken = await start(own, env);
  expect((await broken.verbose()).status).toBe('ready');
  await fill(dataDir);
  // Dependencies other than the database are checked again after 5 s.
  await vi.waitFor(async () => expect((await broken.verbose()).status).toBe('not ready'), {
    timeout: 20_000,
  });
  await expectCause(broken, {
    check: 'data_directory',
    cause: /no space is left on the disk/,
    runbook: '`no space is left on the disk`',
  });
  const free = await broken.figure('flightline_data_directory_free_bytes');
  const size = await broken.figure('flightline_data_directory_size_bytes');
  expect((free ?? Number.NaN) / (size ?? Number.NaN)).toBeLessThan(0.05);
  await expect(start(own, env)).rejects.toThrow(/^FLIGHTLINE_DATA_DIR: .*no space is left on the disk\.$/);
});

test('the bucket is denied', async () => {
  const own = await testSystem();
  const store = await fakeS3();
  const env = {
    FLIGHTLINE_SERVICES: 'graphql,identity,reporting',
    FLIGHTLINE_FILES: 's3://bucket',
    FLIGHTLINE_S3_ENDPOINT: store.bucket.endpoint,
  };
  const broken = await start(own, env);
  expect((await broken.verbose()).status).toBe('ready');
  store.deny('AccessDenied');
  await vi.waitFor(
    async () =>
      expect((await broken.verbose()).checks).toContainEqual(expect.objectContaining({ status: 'failing' })),
    { timeout: 20_000 },
  );
  await expectCause(broken, {
    check: 'object_store',
    cause: /the bucket denies access to these credentials/,
    runbook: '`the bucket denies access to these credentials`',
  });
  await expect(start(own, env)).rejects.toThrow(
    /^FLIGHTLINE_FILES: s3:\/\/bucket cannot be used: the object store: the bucket denies access to these credentials\.$/,
  );
});

test('the certificate of the public URL has expired', async () => {
  const { createServer } = await import('node:https');
  const dir = await mkdtemp(join(tmpdir(), 'certificate-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  const [key, cert, csr, ca] = ['key', 'cert', 'csr', 'ca.cnf'].map((name) => join(dir, name)) as [
    string,
    string,
    string,
    string,
  ];
  await writeFile(ca, '[req]\ndistinguished_name=dn\n[dn]\n');
  const openssl = (...args: string[]) => run('openssl', args);
  await openssl(
    'req',
    '-new',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    key,
    '-out',
    csr,
    '-subj',
    '/CN=localhost',
    '-config',
    ca,
  );
  await openssl('x509', '-req', '-in', csr, '-signkey', key, '-out', cert, '-days', '1');
  const { readFile } = await import('node:fs/promises');
  const server = createServer({ key: await readFile(key), cert: await readFile(cert) }).listen(
    0,
    '127.0.0.1',
  );
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const broken = await start(system, { FLIGHTLINE_PUBLIC_URL: `https://127.0.0.1:${port}` });
  await expectCause(broken, {
    check: 'certificate',
    cause: /the certificate of https:\/\/127\.0\.0\.1:\d+ expires on /,
    runbook: '`the certificate of https://… expired on …`',
  });
  const expiry = await broken.figure(
    `flightline_certificate_expiry_timestamp_seconds{origin="https://127.0.0.1:${port}"}`,
  );
  expect((expiry ?? 0) * 1000 - Date.now()).toBeLessThan(86_400_000);
  expectInRunbook('### FlightlineCertificateExpires');
});
