export const NUMBER_WANTED = 'Type a number with digits, as in 12.5.';
export const WHOLE_NUMBER_WANTED = 'Type a whole number, such as 100.';

/** What the service takes for an amount: neither words nor a comma. */
export const isNumber = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text.trim());

const LARGEST = 2 ** 31 - 1;
export const isWhole = (text: string): boolean => /^\d+$/.test(text.trim()) && Number(text) <= LARGEST;
