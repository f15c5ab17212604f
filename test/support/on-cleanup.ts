import { afterAll, onTestFinished, TestRunner } from 'vitest';

/** Cleans up after the test that is running, or else after the file: within a test, `afterAll` would never run. */
export function onCleanup(clean: () => unknown): void {
  const cleanUp = async () => void (await clean());
  if (TestRunner.getCurrentTest()) onTestFinished(cleanUp);
  else afterAll(cleanUp);
}
