import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/** The service and the command line as they are deployed; the run builds them before its first test. */
export const SERVICE = join(root, 'dist/main.js');
export const COMMAND_LINE = join(root, 'dist/cli/main.js');

/** Arguments of Node with which it runs a test's own TypeScript; what that imports from `src` is what was built. */
export const WITH_BUILT: string[] = ['--import', join(root, 'test/bench/support/built.mjs')];

/** The same for processes that are going to load the whole service. */
export const WITH_SERVICE: string[] = [
  '--import',
  join(root, 'test/support/processes/loaded-first.mjs'),
  ...WITH_BUILT,
];
