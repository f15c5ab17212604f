import { Swift } from '../swift.ts';

/** Files of the tests are in a bucket of Swift (processes.ts). */
export default async function setup(): Promise<() => Promise<void>> {
  const swift = await Swift.start();
  Object.assign(process.env, swift.env('suites'));
  return () => swift.stop();
}
