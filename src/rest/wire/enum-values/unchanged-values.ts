import type { ObservedCall } from '../divergence.ts';
import { type EnumMapping, observedValue } from './enums.ts';

type Fields = Readonly<Record<string, unknown>>;
type EnumMappings = Readonly<Record<string, EnumMapping>>;

/**
 * Returns a body without the fields that have the value which GET showed instead of the stored one: sending it back
 * must not change what is stored.
 */
export function withoutUnchangedValues(fields: EnumMappings, body: Fields, stored: Fields): Fields {
  const shown = Object.entries(fields).flatMap(([name, field]) => {
    if (!Object.hasOwn(body, name)) return [];
    const value = observedValue(field, stored[name]);
    return body[name] === value && stored[name] !== value ? [name] : [];
  });
  return shown.length === 0
    ? body
    : Object.fromEntries(Object.entries(body).filter(([name]) => !shown.includes(name)));
}

/** Refuses values of passthrough fields that GET would show as something else. */
export function refuseUnknownValues(
  fields: EnumMappings,
  body: Fields,
  { refuse }: Pick<ObservedCall, 'refuse'>,
  stored: Fields = {},
): void {
  for (const [name, field] of Object.entries(fields)) {
    const value = body[name];
    const isKnown = typeof value === 'string' && field.values.includes(value);
    if (value == null || isKnown || value === observedValue(field, stored[name])) continue;
    refuse(name, `must be one of ${field.values.join(', ')}`);
  }
}
