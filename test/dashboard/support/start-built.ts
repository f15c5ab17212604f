import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Starts the built service and waits until it says that it is up. */
export async function startBuilt(options: {
  port: number;
  dataDir: string;
  settings?: Record<string, string>;
}) {
  const { port, dataDir, settings } = options;
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    PORT: String(port),
    FLIGHTLINE_DATA_DIR: join(dataDir, 'data'),
    ...settings,
  };
  const child: ChildProcess = spawn(process.execPath, ['dist/main.js'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The service ended with ${code}: ${text}`)));
    child.stdout?.on('data', (chunk) => {
      text += chunk;
      // On a first start the lines to copy come last.
      if (/extreport'? -H|traffic\/advertisers\?limit=3'|"msg":"Flightline is up/.test(text)) resolve();
    });
  });
  return {
    text,
    stop: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}
