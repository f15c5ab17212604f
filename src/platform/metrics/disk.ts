import { lstat, opendir, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** What the files of a folder take of the disk, in bytes; those that vanish meanwhile are left out. */
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

/** What an ordinary user may still write to the disk that holds `path`, and its size, in bytes. */
export async function diskSpace(path: string): Promise<{ free: number; size: number }> {
  const { bavail, blocks, bsize } = await statfs(path);
  return { free: bavail * bsize, size: blocks * bsize };
}
