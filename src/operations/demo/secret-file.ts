import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { PRIVATE_FILE } from '../../platform/files/private-access.ts';

/** Returns the file from which sample commands read the demo client's secret, so that they do not show it. */
export const demoSecretFile = (dataDir: string): string => join(resolve(dataDir), 'demo.secret');

/** Writes the secret to the file, or removes the file if there is no secret because it was rotated. */
export async function keepDemoSecret(dataDir: string, secret: string | undefined): Promise<void> {
  const file = demoSecretFile(dataDir);
  if (secret === undefined) return await rm(file, { force: true });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, `${secret}\n`, { flag: 'wx', mode: PRIVATE_FILE });
  await rename(draft, file);
}
