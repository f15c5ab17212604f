import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, vi } from 'vitest';
import { cliOn } from '../support/cli.ts';
import type { TestSystem } from '../support/system.ts';

interface Call {
  readonly args: string[];
  readonly secret?: string;
}

/**
 * Puts a program `npm` into the folder's `bin`: `npm run --silent flightline -- …` runs the command in this process,
 * because a process of its own takes a second of processor time to start.
 */
export async function installNpm(system: TestSystem, folder: string): Promise<void> {
  const cli = cliOn(system);
  const server = createServer(async (request, response) => {
    const { args, secret } = (await json(request)) as Call;
    const home = process.cwd();
    process.chdir(folder);
    if (secret !== undefined) vi.stubEnv('FLIGHTLINE_CLIENT_SECRET', secret);
    try {
      response.end(JSON.stringify(await cli(...args)));
    } catch (error) {
      response.end(JSON.stringify({ code: 1, stdout: '', stderr: `${error}` }));
    } finally {
      process.chdir(home);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  await mkdir(join(folder, 'bin'));
  await writeFile(join(folder, 'bin/npm'), programFor(port), { mode: 0o755 });
}

const programFor = (port: number) => `#!/usr/bin/env node
const call = { args: process.argv.slice(6), secret: process.env.FLIGHTLINE_CLIENT_SECRET };
const request = require('node:http').request({ port: ${port}, host: '127.0.0.1', method: 'POST' }, async (answer) => {
  let text = '';
  for await (const chunk of answer) text += chunk;
  const { code, stdout, stderr } = JSON.parse(text);
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  process.exitCode = code;
});
request.end(JSON.stringify(call));
`;
