/** Types of places that these clients have under another name. */
const LEVELS: ReadonlyMap<string, string> = new Map([
  ['Town', 'City'],
  ['Suburb', 'City'],
  ['County', 'Sub Region'],
]);

/** Returns the type of a place as a level of these clients, such as `Country` or `Dma`. */
export const placeLevel = (type: string): string =>
  LEVELS.get(type) ?? type.charAt(0).toUpperCase() + type.slice(1).toLowerCase();
