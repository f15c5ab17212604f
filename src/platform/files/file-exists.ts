import { stat } from 'node:fs/promises';

/** Returns whether there is a file or a directory at the path. Follows links. */
export const fileExists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Returns whether there is a directory at the path. Follows links. */
export const isDirectory = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
