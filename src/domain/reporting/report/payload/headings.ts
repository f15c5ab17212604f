import type { WireProfile } from '../../../access/identity/wire-profile.ts';

/** Returns the headings of a dimension's two columns, for the client that created the report. */
export const headingsOf = (name: string, wire: WireProfile): readonly [id: string, name: string] => [
  `${name} Id`,
  wire === 'observed' ? `${name} Name` : name,
];
