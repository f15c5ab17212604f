import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { freePort } from '../../src/platform/database/embedded/postmaster.ts';

const DEVICES = ['d1', 'd2', 'd3'] as const;
const RINGS = ['account', 'container', 'object'] as const;
/** Objects have a server for each device. */
const SERVERS = ['memcached', 'proxy', 'account', 'container', ...DEVICES] as const;
const kindOf = (server: SwiftServer) => (DEVICES.some((device) => device === server) ? 'object' : server);
const BUCKET = 'flightline';
const USER = { id: 'flight:line', secret: 'testing' };
/** A first start makes its databases. */
const WAIT_TIMEOUT_MS = 30_000;

/** OpenStack Swift with its S3 interface, each object on three devices: servers of Debian's packages. */
export class Swift {
  readonly #dir: string;
  readonly #ports: ReadonlyMap<Server, number>;
  readonly #running = new Map<Server, ChildProcess>();
  #secret = USER.secret;

  private constructor(dir: string, ports: ReadonlyMap<Server, number>) {
    this.#dir = dir;
    this.#ports = ports;
  }

  static async start(): Promise<Swift> {
    const dir = await mkdtemp(join(tmpdir(), 'swift-'));
    const ports = new Map<Server, number>();
    for (const server of SERVERS) ports.set(server, await freePort());
    const swift = new Swift(dir, ports);
    try {
      await swift.#prepare();
      await swift.resume();
      await swift.#createBucket();
    } catch (error) {
      await swift.stop();
      throw error;
    }
    return swift;
  }

  async #createBucket(): Promise<void> {
    const s3 = new S3Client({
      endpoint: this.endpoint,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: { accessKeyId: USER.id, secretAccessKey: USER.secret },
      // The first requests make the account, which a busy machine can be slow to answer.
      maxAttempts: 8,
    });
    await s3.send(new CreateBucketCommand({ Bucket: BUCKET }));
    s3.destroy();
  }

  get endpoint(): string {
    return `http://127.0.0.1:${this.#ports.get('proxy')}`;
  }

  /** The settings of a service that uses it. */
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
    for (const server of SERVERS.filter((one) => one !== 'memcached'))
      for (let waited = 0; !(await this.#answers(server)); waited += 100) {
        if (waited > WAIT_TIMEOUT_MS) throw new Error(`The ${server} server of Swift does not answer.`);
        await sleep(100);
      }
  }

  async takeDevice(device: Device = 'd2'): Promise<void> {
    await rename(join(this.#dir, 'devices', device), join(this.#dir, `${device}.gone`));
  }

  async giveDevice(device: Device = 'd2'): Promise<void> {
    await rename(join(this.#dir, `${device}.gone`), join(this.#dir, 'devices', device));
  }

  /** The credentials that services have are not valid any more, or are again. */
  async revoke(isRevoked: boolean): Promise<void> {
    this.#secret = isRevoked ? 'another' : USER.secret;
    await this.#kill('proxy');
    await this.#configure('proxy');
    await this.resume();
  }

  /** Every server stops to answer, without closing its connections, or that of objects on one device. */
  freeze(isFrozen: boolean, device?: Device): void {
    for (const [server, child] of this.#running)
      if (!device || server === device) signal(child, isFrozen ? 'SIGSTOP' : 'SIGCONT');
  }

  /** Lets every server, or that of objects on one device, work for a fifth of the time. @returns what ends that */
  slowDown(device?: Device): () => void {
    let turn = 0;
    const timer = setInterval(() => {
      turn += 1;
      this.freeze(turn % 5 > 0, device);
    }, 100);
    return () => {
      clearInterval(timer);
      this.freeze(false, device);
    };
  }

  async stop(): Promise<void> {
    await this.kill();
    await rm(this.#dir, { recursive: true, force: true, maxRetries: 20 });
  }

  /** Those of storage know no such path, and say so. */
  async #answers(server: Server): Promise<boolean> {
    const response = fetch(`http://127.0.0.1:${this.#ports.get(server)}/healthcheck`);
    const answer = await response.catch(() => undefined);
    await answer?.arrayBuffer();
    return answer !== undefined && (server !== 'proxy' || answer.ok);
  }

  async #prepare(): Promise<void> {
    for (const device of DEVICES) await mkdir(join(this.#dir, 'devices', device), { recursive: true });
    await writeFile(
      join(this.#dir, 'swift.conf'),
      '[swift-hash]\nswift_hash_path_suffix = test\nswift_hash_path_prefix = test\n',
    );
    for (const server of SERVERS) if (server !== 'memcached') await this.#configure(server);
    for (const ring of RINGS) this.#ring(ring);
  }

  #ring(ring: Ring): void {
    const builder = join(this.#dir, `${ring}.builder`);
    const portOf = (device: Device) => this.#ports.get(ring === 'object' ? device : ring);
    const steps = [
      ['create', '4', String(DEVICES.length), '0'],
      ...DEVICES.map((device, at) => ['add', `r1z${at + 1}-127.0.0.1:${portOf(device)}/${device}`, '1']),
      ['rebalance'],
    ];
    for (const step of steps) {
      const { status, stdout, stderr, error } = spawnSync('swift-ring-builder', [builder, ...step]);
      if (error) throw new Error('Swift is not installed: run scripts/install-cluster.sh.', { cause: error });
      // 1 is a warning.
      if (status !== 0 && status !== 1) throw new Error(`${step.join(' ')}: ${stdout}${stderr}`);
    }
  }

  async #configure(server: SwiftServer): Promise<void> {
    const text = server === 'proxy' ? this.#proxy() : this.#storage(server);
    await writeFile(join(this.#dir, `${server}.conf`), text);
  }

  #proxy(): string {
    const [account = '', user = ''] = USER.id.split(':');
    return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${this.#ports.get('proxy')}
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
memcache_servers = 127.0.0.1:${this.#ports.get('memcached')}
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

  #storage(server: Exclude<SwiftServer, 'proxy'>): string {
    const kind = kindOf(server);
    return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${this.#ports.get(server)}
swift_dir = ${this.#dir}
devices = ${join(this.#dir, 'devices')}
mount_check = false
user = ${userName()}
workers = 1
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`;
  }

  #spawn(server: Server): void {
    const child = spawn(...this.#command(server), { stdio: 'ignore', detached: true });
    // Without memcached, Swift queries its account and container servers with each request.
    child.once('error', () => undefined);
    this.#running.set(server, child);
  }

  #command(server: Server): [string, string[]] {
    if (server === 'memcached')
      return [server, ['-u', userName(), '-l', '127.0.0.1', '-p', String(this.#ports.get(server))]];
    return [`swift-${kindOf(server)}-server`, [join(this.#dir, `${server}.conf`), '--verbose']];
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

type Server = (typeof SERVERS)[number];
type SwiftServer = Exclude<Server, 'memcached'>;
type Ring = (typeof RINGS)[number];
type Device = (typeof DEVICES)[number];
