import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { announce } from '../../src/operations/service/announce.ts';
import { root, shell } from './shell.ts';

/** Everything that shows commands to people. */
const PAGES = ['README.md', 'CONTRIBUTING.md', 'docker-compose.yml', 'src/operations/service/announce.ts']
  .concat(['docs', 'src/http/browser', 'src/cli', 'src/dashboard'].flatMap(filesIn))
  .filter((file) => /\.(md|sh|ts|tsx|html|yml)$/.test(file));

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((name) => statSync(join(root, name)).isFile());
}

/** Options whose value is a secret, in an example that gives one. */
const SHOWN = /--secret[ =]+(?!<)["'$A-Za-z0-9…]|-hmac\s+["'$]|-macopt|pass:["'$]|--password[ =]+["'$]/;

test('no page shows the secret of a client as an argument of a command', () => {
  expect(PAGES.length).toBeGreaterThan(60);
  const found = PAGES.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, at) => (SHOWN.test(line) ? [`${file}:${at + 1} ${line.trim()}`] : [])),
  );
  // The warning of the command itself names the option.
  expect(found.filter((line) => !line.startsWith('src/cli/support/client-secret.ts'))).toEqual([]);
});

test('the three lines of a start hold no secret, and work when they are copied', async () => {
  const { service, client, env, execute } = await shell();
  const { clientId, clientSecret, seatId, userId } = client;
  let text = '';
  await announce({
    service: {
      origin: service.origin,
      operationsOrigin: undefined,
      demo: { seatId, userId, clientId, clientSecret },
      isFirstStart: true,
      signInLink: async () => `${service.origin}/dashboard#/sign-in?code=xyz`,
    },
    config: loadConfig({ FLIGHTLINE_DATA_DIR: env.FLIGHTLINE_DATA_DIR }),
    log: { info: () => {} },
    out: {
      isTTY: false,
      write: (chunk: unknown) => {
        text += String(chunk);
        return true;
      },
    },
  });
  expect(text.split('\n').filter((line) => line.includes(clientSecret))).toEqual([
    `client secret: ${clientSecret}`,
  ]);
  // Whoever reads the file or the log that standard output goes to could sign in by it.
  expect(text).not.toContain('code=');
  expect(text).toContain(`dashboard link --user ${userId}\n`);
  const file = join(env.FLIGHTLINE_DATA_DIR, 'demo.secret');
  expect(statSync(file).mode & 0o777).toBe(0o600);

  const lines = text.trim().split('\n').slice(-3);
  const { stdout, stderr } = await execute('bash', ['-c', lines.join('\necho\n')]);
  expect(stderr).toBe('');
  expect(lines[0]).toMatch(/^TOKEN=\$\(/);
  const [, graphql = '', rest = ''] = stdout.split('\n');
  expect(JSON.parse(graphql).data.advertisers.nodes).toHaveLength(1);
  expect(JSON.parse(rest).response).toHaveLength(1);
}, 60_000);
