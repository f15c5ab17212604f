/** The value of an enum that was chosen: null clears it, and undefined leaves it. */
export function enumValue<Value extends string>(
  values: Readonly<Record<string, Value>>,
  text: string | null | undefined,
): Value | null | undefined {
  return text == null ? text : (Object.values(values).find((value) => value === text) ?? null);
}

/** The choices of a value that need not be given. */
export const orNone = (
  values: Readonly<Record<string, string>>,
): readonly (string | readonly [value: string, name: string])[] => [['', '–'], ...Object.values(values)];
