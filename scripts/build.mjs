// `npm run build`: steps that do not need each other's results run at the same time.
import { spawn } from 'node:child_process';

const run = (script) =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [process.env.npm_execpath, 'run', '--silent', script], {
      stdio: 'inherit',
    });
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`npm run ${script} ended with ${code}.`)),
    );
  });

/** Waits for all, so that nothing still writes when the first failure is told. */
async function together(...steps) {
  const results = await Promise.allSettled(steps);
  const failed = results.find(({ status }) => status === 'rejected');
  if (!failed) return;
  console.error(failed.reason.message);
  process.exit(1);
}

await together(run('generate:database'), run('codegen'));
await together(
  run('build:service'),
  run('build:client'),
  run('build:dashboard').then(() => run('build:pages')),
);
