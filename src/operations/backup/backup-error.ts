/** Thrown when a backup cannot be created or restored. The message contains the reason and what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
