/** Thrown when a backup cannot be made, or one not be restored; the message says why and what to do. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}
