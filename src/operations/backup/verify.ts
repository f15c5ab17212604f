import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { BackupError } from './backup-error.ts';
import type { Digest } from './digest.ts';
import { digestFile } from './held-files.ts';
import { type Manifest, readManifest, savedTable } from './manifest.ts';

/** A file of a backup that differs from what was saved. */
interface Damage {
  readonly file: string;
  readonly problem: string;
}

export interface Verified {
  readonly files: number;
  readonly bytes: number;
  readonly damaged: readonly Damage[];
}

/** Reads every file of a backup, and compares it with the checksums of the manifest. Throws BackupError. */
export async function verifyBackup(dir: string): Promise<Verified & { readonly manifest: Manifest }> {
  const manifest = await readManifest(resolve(dir));
  const files = filesOf(resolve(dir), manifest);
  const damaged: Damage[] = [];
  for (const { filePath, expected } of files) {
    const problem = await problemOf(filePath, expected);
    if (problem !== undefined) damaged.push({ file: filePath, problem });
  }
  const bytes = files.reduce((sum, { expected }) => sum + expected.bytes, 0);
  return { manifest, files: files.length, bytes, damaged };
}

/** Returns the manifest of an intact backup. Throws BackupError, which names each damaged file. */
export async function openVerified(dir: string): Promise<Manifest> {
  const { manifest, damaged } = await verifyBackup(dir);
  if (damaged.length > 0)
    throw new BackupError(
      `The backup is damaged, and nothing was restored. ${damaged.map(({ file, problem }) => `${file} ${problem}.`).join(' ')}`,
    );
  return manifest;
}

function filesOf(dir: string, manifest: Manifest): { filePath: string; expected: Digest }[] {
  const { tables, files, masterKeyFile } = manifest;
  return [
    ...tables.map((table) => ({ filePath: savedTable(dir, table), expected: table.stored ?? table })),
    ...files.map((file) => ({ filePath: join(dir, 'warehouse', file.name), expected: file })),
    ...(masterKeyFile ? [{ filePath: join(dir, 'master.key'), expected: masterKeyFile }] : []),
  ];
}

async function problemOf(filePath: string, expected: Digest): Promise<string | undefined> {
  try {
    const { size } = await stat(filePath);
    if (size !== expected.bytes) return `has ${size} bytes instead of ${expected.bytes}`;
    const { sha256 } = await digestFile(filePath, filePath);
    return sha256 === expected.sha256 ? undefined : 'was changed after it was saved';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? 'is missing' : `cannot be read (${code})`;
  }
}
