import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { freePort } from '../../src/db/embedded/postmaster.ts';

const DEVICES = ['d1', 'd2', 'd3'];
const BUCKET = 'flightline';
const USER = { id: 'flight:line', secret: 'testing' };
/** A first start makes its databases. */
const PATIENCE_MS = 30_000;

/** OpenStack Swift with its S3 interface, each object on three devices: servers of Debian's packages. */
export class Swift {
  readonly #dir: string;
  readonly #ports: Record<Server, number>;
  readonly #running = new Map<Server, ChildProcess>();
  #secret = USER.secret;

  private constructor(dir: string, ports: Record<Server, number>) {
    this.#dir = dir;
    this.#ports = ports;
  }

  static async start(): Promise<Swift> {
    const dir = await mkdtemp(join(tmpdir(), 'swift-'));
    const [proxy, object, container, account] = await Promise.all(SERVERS.map(() => freePort()));
    if (!proxy || !object || !container || !account) throw new Error('No port is free.');
    const swift = new Swift(dir, { proxy, object, container, account });
    await swift.#prepare();
    await swift.resume();
    const s3 = new S3Client({
      endpoint: swift.endpoint,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: { accessKeyId: USER.id, secretAccessKey: USER.secret },
    });
    await s3.send(new CreateBucketCommand({ Bucket: BUCKET }));
    s3.destroy();
    return swift;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${this.#ports.proxy}`;
  }

  /** What a service is told of it. */
  env(folder: string): Record<string, string> {
    return {
      FLIGHTLINE_FILES: `s3://${BUCKET}/${folder}`,
      FLIGHTLINE_S3_ENDPOINT: this.endpoint,
      AWS_ACCESS_KEY_ID: USER.id,
      AWS_SECRET_ACCESS_KEY: USER.secret,
    };
  }

  /** All of it goes, in the middle of whatever it is doing. */
  async kill(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((server) => this.#kill(server)));
  }

  async resume(): Promise<void> {
    for (const server of SERVERS) if (!this.#running.has(server)) this.#spawn(server);
    for (let waited = 0; ; waited += 100) {
      const answer = await fetch(`${this.endpoint}/healthcheck`).catch(() => undefined);
      if (answer?.ok) return;
      if (waited > PATIENCE_MS) throw new Error(`Swift does not answer; its logs are in ${this.#dir}.`);
      await sleep(100);
    }
  }

  async takeDevice(device = 'd2'): Promise<void> {
    await rename(join(this.#dir, 'devices', device), join(this.#dir, `${device}.gone`));
  }

  async giveDevice(device = 'd2'): Promise<void> {
    await rename(join(this.#dir, `${device}.gone`), join(this.#dir, 'devices', device));
  }

  /** The credentials that services have are not valid any more, or are again. */
  async revoke(isRevoked: boolean): Promise<void> {
    this.#secret = isRevoked ? 'another' : USER.secret;
    await this.#kill('proxy');
    await this.#configure('proxy');
    await this.resume();
  }

  /** Every server stops to answer, without closing its connections. */
  freeze(isFrozen: boolean): void {
    for (const child of this.#running.values()) signal(child, isFrozen ? 'SIGSTOP' : 'SIGCONT');
  }

  async stop(): Promise<void> {
    await this.kill();
    await rm(this.#dir, { recursive: true, force: true, maxRetries: 20 });
  }

  async #prepare(): Promise<void> {
    for (const device of DEVICES) await mkdir(join(this.#dir, 'devices', device), { recursive: true });
    await writeFile(
      join(this.#dir, 'swift.conf'),
      '[swift-hash]\nswift_hash_path_suffix = test\nswift_hash_path_prefix = test\n',
    );
    for (const server of SERVERS) await this.#configure(server);
    for (const ring of ['account', 'container', 'object'] as const) this.#ring(ring);
  }

  #ring(server: Exclude<Server, 'proxy'>): void {
    const builder = join(this.#dir, `${server}.builder`);
    const steps = [
      ['create', '4', String(DEVICES.length), '0'],
      ...DEVICES.map((device, at) => ['add', `r1z${at + 1}-127.0.0.1:${this.#ports[server]}/${device}`, '1']),
      ['rebalance'],
    ];
    for (const step of steps) {
      const { status, stdout, stderr, error } = spawnSync('swift-ring-builder', [builder, ...step]);
      if (error) throw new Error('Swift is not installed: run scripts/install-cluster.sh.', { cause: error });
      // 1 is a warning.
      if (status !== 0 && status !== 1) throw new Error(`${step.join(' ')}: ${stdout}${stderr}`);
    }
  }

  async #configure(server: Server): Promise<void> {
    const text = server === 'proxy' ? this.#proxy() : this.#storage(server);
    await writeFile(join(this.#dir, `${server}.conf`), text);
  }

  #proxy(): string {
    const [account = '', user = ''] = USER.id.split(':');
    return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${this.#ports.proxy}
swift_dir = ${this.#dir}
user = ${userName()}
workers = 1
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache listing_formats bulk s3api tempauth copy slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
conn_timeout = 0.5
node_timeout = 5
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:cache]
use = egg:swift#memcache
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_${account}_${user} = ${this.#secret} .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
`;
  }

  #storage(server: Exclude<Server, 'proxy'>): string {
    return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${this.#ports[server]}
swift_dir = ${this.#dir}
devices = ${join(this.#dir, 'devices')}
mount_check = false
user = ${userName()}
workers = 1
[pipeline:main]
pipeline = ${server}-server
[app:${server}-server]
use = egg:swift#${server}
`;
  }

  #spawn(server: Server): void {
    const child = spawn(`swift-${server}-server`, [join(this.#dir, `${server}.conf`), '--verbose'], {
      stdio: 'ignore',
      detached: true,
    });
    this.#running.set(server, child);
  }

  async #kill(server: Server): Promise<void> {
    const child = this.#running.get(server);
    this.#running.delete(server);
    if (!child || child.exitCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    signal(child, 'SIGKILL');
    await gone;
  }
}

/** Each server with its workers. */
function signal(child: ChildProcess, name: NodeJS.Signals): void {
  if (child.pid !== undefined) process.kill(-child.pid, name);
}

const userName = () => process.env.USER ?? 'root';

type Server = 'proxy' | 'object' | 'container' | 'account';
const SERVERS = ['proxy', 'object', 'container', 'account'] as const;
