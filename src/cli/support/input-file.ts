import { access, constants, stat } from 'node:fs/promises';
import { CommandError } from './output.ts';

/** Throws an error with the file name and the system's reason if a file cannot be read. */
export async function checkReadable(file: string): Promise<void> {
  const problem = await access(file, constants.R_OK).then(
    async () => ((await stat(file)).isDirectory() ? 'EISDIR' : undefined),
    ({ code }) => String(code),
  );
  if (problem) throw new CommandError(`Cannot read ${file}: ${problem}.`);
}
