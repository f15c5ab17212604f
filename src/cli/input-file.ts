import { access, constants, stat } from 'node:fs/promises';
import { Refusal } from './output.ts';

/** Refuses a file that cannot be read, by its name and the system's word for the cause. */
export async function checkReadable(file: string): Promise<void> {
  const problem = await access(file, constants.R_OK).then(
    async () => ((await stat(file)).isDirectory() ? 'EISDIR' : undefined),
    ({ code }) => String(code),
  );
  if (problem) throw new Refusal(`Cannot read ${file}: ${problem}.`);
}
