/** `createLine` → `CreateLine`. */
export const capitalized = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** `AdGroup` → `adGroup`. */
export const uncapitalized = (name: string): string => `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
