/**
 * Thrown for a problem that an operator can fix with a setting: one sentence that begins with the setting's
 * name.
 */
export class SettingError extends Error {
  override readonly name = 'SettingError';

  constructor(setting: string, problem: string, options?: ErrorOptions) {
    super(`${setting}: ${problem}`, options);
  }
}
