import { readFile } from 'node:fs/promises';
import { transform } from 'rolldown/utils';

/** Takes the types of a file away and returns its code and source map. They are not checked. */
export async function stripTypes(file, options) {
  const { code, map, errors } = await transform(file, await readFile(file, 'utf8'), {
    sourcemap: true,
    ...options,
  });
  if (errors.length > 0)
    throw new Error(errors.map(({ codeframe, message }) => codeframe ?? message).join('\n'));
  return { code, map };
}
