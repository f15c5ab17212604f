/** Returns `CreateLine` for `createLine`. */
export const capitalized = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** Returns `adGroup` for `AdGroup`. */
export const uncapitalized = (name: string): string => `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
