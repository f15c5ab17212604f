import type { Attack, Random, Target, Variant } from '../attack.ts';

/** Interfaces that keep and echo fields which they do not know. */
const OBJECTS = [
  '/v3/rest/campaign',
  '/v3/rest/adgroup',
  '/v3/rest/ad',
  '/v3/rest/keyword',
  '/traffic/lines',
];
const REPORT = '/extreport/';
/** What an object of the demo seat has of its own, and what may be stored in addition to it. */
const LARGEST_OBJECT = 200_000;
const PUTS = 12;

interface Shape {
  readonly path: string;
  /** Unknown fields of one PUT. */
  readonly fields: number;
  readonly bytes: number;
  /** As text, or as objects within each other. */
  readonly nested: boolean;
}

export const attack: Attack = {
  point: 'A4',
  name: 'kept fields that grow',
  *variants(random) {
    for (const path of OBJECTS) yield variant({ path, fields: 1, bytes: 900_000, nested: false });
    yield variant({ path: REPORT, fields: 1, bytes: 900_000, nested: false });
    while (true) yield variant(someShape(random));
  },
};

const someShape = (random: Random): Shape => ({
  path: random.pick([...OBJECTS, REPORT]),
  fields: random.pick([1, 10, 1_000]),
  bytes: random.pick([5_000, 60_000, 900_000]),
  nested: random.pick([true, false]),
});

function variant(shape: Shape): Variant {
  const { path, fields, bytes, nested } = shape;
  return {
    name: `${PUTS} times ${fields} unknown fields of ${bytes} bytes in all to ${path}${nested ? ', nested' : ''}`,
    run: (target) => (path === REPORT ? askReports(target, shape) : growObject(target, shape)),
  };
}

/** Other fields with each PUT: what is kept must have one bound, whatever stands in it already. */
async function growObject(target: Target, shape: Shape): Promise<void> {
  const one = await firstOf(target, shape.path);
  if (!one) return;
  const { id } = one;
  const isTraffic = shape.path.startsWith('/traffic');
  const url = `${target.origin}${shape.path}${isTraffic ? `/${id}` : ''}`;
  for (let put = 0; put < PUTS; put += 1) {
    const body = JSON.stringify({ ...one, ...surplus(put, shape) });
    await call(target, url, { method: 'PUT', body });
  }
  const { text } = await call(target, `${target.origin}${shape.path}/${id}`, {});
  if (text.length > LARGEST_OBJECT) throw new Error(`it has ${text.length} bytes by now`);
}

/** A report keeps what it was asked for, not what else stood in the payload. */
async function askReports(target: Target, shape: Shape): Promise<void> {
  const reportOption = { dimensionTypeIds: [4], metricTypeIds: [1] };
  for (let post = 0; post < PUTS; post += 1) {
    const body = JSON.stringify({ dateTypeId: 8, intervalTypeId: 2, reportOption, ...surplus(post, shape) });
    const { status, text } = await call(target, target.origin + REPORT, { method: 'POST', body });
    if (status !== 200) continue;
    const { customerReportId } = JSON.parse(text) as { customerReportId: string };
    const answer = await call(target, `${target.origin}${REPORT}${customerReportId}`, {});
    if (answer.text.length > LARGEST_OBJECT) throw new Error(`it kept ${answer.text.length} bytes`);
  }
}

function surplus(round: number, { fields, bytes, nested }: Shape): Record<string, unknown> {
  const each = 'x'.repeat(Math.floor(bytes / fields));
  const value = nested ? { a: { b: { c: each } } } : each;
  return Object.fromEntries(Array.from({ length: fields }, (_, n) => [`surplus_${round}_${n}`, value]));
}

async function firstOf(target: Target, path: string): Promise<{ id: number } | undefined> {
  const list = path.startsWith('/traffic') ? `${path}?limit=1` : `${path}/?advertiserId=1&mr=1`;
  const { text } = await call(target, target.origin + list, {});
  const { response } = JSON.parse(text) as { response: { id: number }[] | null };
  return response?.[0];
}

async function call(
  { token }: Target,
  url: string,
  init: RequestInit,
): Promise<{ status: number; text: string }> {
  const headers = { 'x-auth-method': 'OAuth2', 'x-auth-token': token, 'content-type': 'application/json' };
  const response = await fetch(url, { ...init, headers });
  const text = await response.text();
  if (response.status === 500) throw new Error(`answered 500: ${text.slice(0, 200)}`);
  return { status: response.status, text };
}
