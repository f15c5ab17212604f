/** A time zone as people call it: the dictionary has UTC under another name. */
export const zoneText = (zone: string): string => (zone === 'Etc/GMT' ? 'UTC' : zone);
