/** What is wrong with a value, each finding with its place; nothing when it has the shape. */
export type Shape = (value: unknown, at: string) => string[];

const scalar =
  (name: string, holds: (value: unknown) => boolean): Shape =>
  (value, at) =>
    holds(value) ? [] : [`${at} is no ${name}: ${JSON.stringify(value)}`];

export const integer = scalar('integer', Number.isSafeInteger);
export const number = scalar('number', (value) => typeof value === 'number' && Number.isFinite(value));
export const text = scalar('text', (value) => typeof value === 'string');
export const flag = scalar('boolean', (value) => typeof value === 'boolean');
export const nothing = scalar('null', (value) => value === null);
export const matching = (name: string, pattern: RegExp): Shape =>
  scalar(name, (value) => typeof value === 'string' && pattern.test(value));
export const one = (...values: readonly unknown[]): Shape =>
  scalar(`one of ${values.join(', ')}`, (value) => values.includes(value));

/** Null is documented, or is what a field that was not sent is answered with. */
export const maybe =
  (shape: Shape): Shape =>
  (value, at) =>
    value === null ? [] : shape(value, at);

/** Every item has the shape; an example answers at least one, so that the shape is seen. */
export const list =
  (shape: Shape): Shape =>
  (value, at) => {
    if (!Array.isArray(value)) return [`${at} is no array: ${JSON.stringify(value)}`];
    if (value.length === 0) return [`${at} is empty`];
    return value.flatMap((item, index) => shape(item, `${at}[${index}]`));
  };

/** An array of as many items as shapes. */
export const inOrder =
  (...shapes: readonly Shape[]): Shape =>
  (value, at) =>
    Array.isArray(value) && value.length === shapes.length
      ? shapes.flatMap((shape, index) => shape(value[index], `${at}[${index}]`))
      : [`${at} is no array of ${shapes.length}: ${JSON.stringify(value)}`];

export const empty = scalar('empty array', (value) => Array.isArray(value) && value.length === 0);

/** An object with exactly these keys. */
export const object =
  (keys: Readonly<Record<string, Shape>>): Shape =>
  (value, at) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return [`${at} is no object: ${JSON.stringify(value)}`];
    const extra = Object.keys(value).filter((key) => !(key in keys));
    return [
      ...extra.map((key) => `${at}.${key} is not documented`),
      ...Object.entries(keys).flatMap(([key, shape]) =>
        key in value
          ? shape((value as Record<string, unknown>)[key], `${at}.${key}`)
          : [`${at}.${key} is missing`],
      ),
    ];
  };

/** Times of the traffic interface: of the answer and of changes; and those of flights, to the second. */
export const moment = matching('time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
export const second = matching('time to the second', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
export const offsetMoment = matching(
  'time with an offset',
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/,
);
