/** Thrown for what an operator can mend by a setting: one sentence that begins with the setting's name. */
export class SettingError extends Error {
  override readonly name = 'SettingError';

  constructor(setting: string, problem: string, options?: ErrorOptions) {
    super(`${setting}: ${problem}`, options);
  }
}
