import { z } from 'zod';
import { parseRange } from '../network/address-range.ts';

/**
 * The types of setting values. All are text in the environment. `values` is the description of allowed
 * values in docs/settings.md, if the type does not provide it.
 */

export const list = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
export const integer = (min: number, max: number) =>
  z
    .string()
    .transform((text) => (/^-?\d+$/.test(text) ? Number(text) : Number.NaN))
    .refine((number) => number >= min && number <= max, `must be a whole number from ${min} to ${max}`)
    .meta({ values: `${min.toLocaleString('en')} to ${max.toLocaleString('en')}` });
export const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });
export const onOff = (byDefault: 'on' | 'off') =>
  oneOf(['on', 'off'])
    .default(byDefault)
    .transform((value) => value === 'on');
export const origin = z
  .url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' })
  .regex(/^[^?#]*$/, 'must be an address without ? and #')
  .transform((value) => value.replace(/\/+$/, ''));

/**
 * Origins as browsers send them, such as `https://app.example`. `*` must be alone, since no browser accepts
 * it with credentials.
 */
export const corsOrigins = z
  .string()
  .default('')
  .transform(list)
  .pipe(
    z.array(
      z.string().refine((text) => text === '*' || isOrigin(text), {
        error: ({ input }) => `${JSON.stringify(input)} is not an origin such as https://app.example`,
      }),
    ),
  )
  .refine(
    (origins) => origins.length < 2 || !origins.includes('*'),
    '* stands for every origin, so name no other',
  )
  .transform((origins) => new Set(origins));
function isOrigin(text: string): boolean {
  return /^https?:[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

export const databaseUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must begin with postgresql:// and name a host and a database',
});

/** `redis://user:password@host:6379/0`, or `rediss://` with TLS. */
export const redisUrl = z
  .url({
    protocol: /^rediss?$/,
    error: 'must begin with redis:// or rediss:// and name a host',
  })
  .refine(
    (text) => /^(\/\d*)?$/.test(URL.canParse(text) ? new URL(text).pathname : ''),
    'must have a number as its database, such as redis://host:6379/1',
  );

/** `clickhouse://user:password@host:8123/database`, or `clickhouses://` with TLS. */
export const clickHouseUrl = z
  .url({
    protocol: /^clickhouses?$/,
    error: 'must begin with clickhouse:// or clickhouses:// and name a host',
  })
  .refine(
    (text) => URL.canParse(text) && /^\/\w+$/.test(new URL(text).pathname) && !/[?#]/.test(text),
    'must end with the name of a database, such as clickhouse://host:8123/flightline',
  )
  .transform((text) => {
    const { protocol, hostname, port, username, password, pathname } = new URL(text);
    const secure = protocol === 'clickhouses:';
    return {
      url: `${secure ? 'https' : 'http'}://${hostname}:${port || (secure ? 8443 : 8123)}`,
      username: decodeURIComponent(username) || 'default',
      password: decodeURIComponent(password),
      database: pathname.slice(1),
    };
  });

/** `s3://bucket` or `s3://bucket/path/to/folder`. */
export const objectStore = z
  .string()
  .regex(
    /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[A-Za-z0-9._-]+)*\/?$/,
    'must be the address of a bucket or a folder in one, such as s3://reports or s3://shared/flightline',
  )
  .transform((text) => {
    const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)\/?(.*?)\/?$/.exec(text) ?? [];
    return { bucket, prefix };
  });

/** A path, or the address of a bucket. */
export const directoryOrStore = z
  .string()
  .min(1)
  .transform((text, problems) => {
    if (!text.startsWith('s3://')) return { directory: text };
    const parsed = objectStore.safeParse(text);
    if (parsed.success) return parsed.data;
    problems.addIssue({ code: 'custom', message: parsed.error.issues[0]?.message ?? '' });
    return z.NEVER;
  });

export const addressRanges = z
  .string()
  .default('')
  .transform(list)
  .transform((texts, problems) =>
    texts.flatMap((text) => {
      const range = parseRange(text);
      if (range) return [range];
      const message = `${JSON.stringify(text)} is not a range of addresses such as 10.0.0.0/8 or fd00::/8`;
      problems.addIssue({ code: 'custom', message });
      return [];
    }),
  );
