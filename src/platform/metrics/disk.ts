import { lstat, opendir, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Returns the disk space that the files of a folder take, in bytes. Files that are removed meanwhile are
 * skipped.
 */
export async function bytesOnDisk(directory: string): Promise<number> {
  let bytes = 0;
  for await (const entry of await opendir(directory)) {
    const path = join(directory, entry.name);
    bytes += entry.isDirectory()
      ? await bytesOnDisk(path).catch(() => 0)
      : await lstat(path).then(
          (file) => file.blocks * 512,
          () => 0,
        );
  }
  return bytes;
}

/**
 * Returns the space that an unprivileged user may still write on the disk of `path`, and the size of the
 * disk, in bytes.
 */
export async function diskSpace(path: string): Promise<{ free: number; size: number }> {
  const { bavail, blocks, bsize } = await statfs(path);
  return { free: bavail * bsize, size: blocks * bsize };
}
