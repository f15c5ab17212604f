import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll } from 'vitest';
import { serve } from '../client/service.ts';
import { tokenFor } from '../support/actors.ts';
import { advertiserInput } from '../support/traffic/traffic.ts';
import { installNpm } from './npm.ts';

export const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** Ends a script before its test, whose message then has the script's trace. */
const SCRIPT_TIMEOUT_MS = 280_000;

/** What all pages use; getting-started shows it. */
const PRELUDE = `set -euo pipefail
field() { node -pe "JSON.parse(fs.readFileSync(0))$1"; }
`;

/** The blocks of one language, in their order. */
export async function fences(page: string, language: string): Promise<string[]> {
  const text = await readFile(join(root, 'docs', page), 'utf8');
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, code = '']) => code,
  );
}

/** A live service with a client and an advertiser, and a shell in which `npm run flightline` works on it. */
export async function shell({ sandbox = false }: { sandbox?: boolean } = {}) {
  const service = await serve({ worker: true, sandbox });
  const { system, origin } = service;
  const client = await service.register();
  const folder = await mkdtemp(join(tmpdir(), 'flightline-docs-'));
  afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await installNpm(system, folder);
  const token = await tokenFor(system, client);
  const headers = { 'x-auth-method': 'OAuth2', 'x-auth-token': token };
  await service.app.inject({
    method: 'POST',
    url: '/traffic/advertisers',
    headers,
    payload: advertiserInput(),
  });

  const env = {
    ...process.env,
    PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}`,
    URL: origin,
    CLIENT_ID: client.clientId,
    CLIENT_SECRET: client.clientSecret,
    TOKEN: token,
    DATABASE_URL: system.database.url,
    FLIGHTLINE_DATA_DIR: system.config.dataDir,
    FLIGHTLINE_MASTER_KEY: system.masterKey.toString('base64'),
  };
  return {
    service,
    client,
    folder,
    env,
    /** What scripts left behind in the folder of the checkout that git would show. */
    leftovers: async () => {
      await cp(join(root, '.gitignore'), join(folder, '.gitignore'));
      await run('git', ['init', '-q'], { cwd: folder });
      const shown = ['status', '--porcelain', '--untracked-files=all', '--', ':!.gitignore', ':!bin'];
      // A link to it is no folder.
      const { stdout } = await run('git', [...shown, ':!node_modules'], { cwd: folder });
      return stdout.split('\n').filter(Boolean);
    },
    /** Runs a script as bash would; throws with what it printed when any command fails. */
    bash: (script: string) =>
      run('bash', ['-xc', PRELUDE + script], { cwd: folder, env, timeout: SCRIPT_TIMEOUT_MS }),
    execute: (program: string, args: string[]) => run(program, args, { cwd: folder, env }),
  };
}
