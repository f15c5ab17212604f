import { readFileSync } from 'node:fs';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { describe, expect, it } from 'vitest';
import { routeTable } from '../../../src/http/route-table.ts';
import { testApp } from '../../support/app.ts';
import { testSystem } from '../../support/system.ts';

const system = await testSystem();
const { app, send } = await testApp(system);
const { body: document } = await send('GET', '/openapi.json');
const { body: observed } = await send('GET', '/openapi-observed.json');
const DOCUMENTS = [
  ['openapi.json', document],
  ['openapi-observed.json', observed],
] as const;

/** Routes outside the partner interfaces: GraphQL has its own schema, the rest is for operators and readers. */
const APART = /^\/(graphql|healthz|readyz|metrics|openapi(-observed)?\.json|docs|dashboard|assets)/;

const operations = Object.entries<Record<string, object>>(document.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
);

describe('openapi.json', () => {
  it('describes every REST route, and no other', async () => {
    await app.ready();
    const routes = routeTable(app)
      .filter(({ method, url }) => !APART.test(url) && method !== 'OPTIONS')
      .map(({ method, url }) => `${method} ${url.replace(/:(\w+)/g, '{$1}').replace(/(.)\/$/, '$1')}`);
    expect([...new Set(routes)].sort()).toEqual([...operations].sort());
  });

  it.each(DOCUMENTS)('%s is printed as it is served (`npm run schema`)', (file, served) => {
    const printed = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
    expect(JSON.parse(printed)).toEqual(served);
  });

  it.each(DOCUMENTS)('%s passes spectral’s rules for OpenAPI without a finding', async (_file, served) => {
    const linter = new spectral.Spectral();
    // Two matters of taste: an operator need not have a mailbox, and tags stand in order of first use. Examples are
    // checked by examples.test.ts, in a tenth of the time.
    const rules = {
      'contact-properties': 'off',
      'openapi-tags-alphabetical': 'off',
      'oas3-valid-media-example': 'off',
    } as const;
    linter.setRuleset({ extends: [[rulesets.oas as RulesetDefinition, 'all']], rules });
    const findings = await linter.run(JSON.stringify(served));
    expect(findings.map(({ code, message, path }) => `${code}: ${message} at ${path.join('.')}`)).toEqual([]);
  });

  it('takes its limits from the definitions that validate', () => {
    const { AdvertiserCreate, AdvertiserUpdate, NativeListCreate } = document.components.schemas;
    expect(AdvertiserCreate.properties.billingPrice).toMatchObject({
      type: 'number',
      minimum: 0,
      maximum: 100,
    });
    expect(AdvertiserCreate.required).toContain('contact');
    expect(AdvertiserUpdate.required).toBeUndefined();
    expect(NativeListCreate.properties.items.maxItems).toBe(500);
  });

  it('takes back what it answers: null where an answer can be null', () => {
    const { schemas } = document.components;
    const takesNull = ({ anyOf = [] }: { anyOf?: { type?: string }[] }) =>
      anyOf.some(({ type }) => type === 'null');
    const pairs = Object.keys(schemas).filter((name) => schemas[`${name}Update`]?.properties);
    const refused = pairs.flatMap((name) =>
      Object.keys(schemas[`${name}Update`].properties).filter(
        (field) =>
          takesNull(schemas[name].properties[field] ?? {}) &&
          !takesNull(schemas[`${name}Update`].properties[field]),
      ),
    );
    expect(pairs.length).toBeGreaterThan(3);
    expect(refused).toEqual([]);
  });

  it('names what the operator’s settings rename', async () => {
    const env = { FLIGHTLINE_OPERATOR: 'acme', FLIGHTLINE_REPORTING_PREFIX: '/api/v2' };
    const other = await testApp(await testSystem({ env }));
    const { body } = await other.send('GET', '/openapi.json');
    expect(Object.keys(body.paths)).toEqual(
      expect.arrayContaining(['/v3/rest/dictionary/interest_segments_acme', '/api/v2/extreport']),
    );
    expect(body.components.schemas.PixelEvent.properties.user_data.properties).toHaveProperty('acme_id');
  });

  it('leaves out the services that a process does not carry', async () => {
    const other = await testApp(await testSystem({ env: { FLIGHTLINE_SERVICES: 'identity' } }));
    const { body } = await other.send('GET', '/openapi.json');
    expect(Object.keys(body.paths).every((path) => path.startsWith('/identity'))).toBe(true);
  });
});

it('describes the headers that go with a refusal, and the quota of every traffic answer', () => {
  const { responses } = document.components;
  const named = (name: string) => Object.keys(responses[name].headers ?? {});
  expect(named('TrafficRefusal401')).toEqual(['WWW-Authenticate']);
  expect(named('NativeRefusal429')).toEqual(['Retry-After']);
  expect(named('TrafficRefusal429')).toEqual(expect.arrayContaining(['Retry-After', 'RateLimit-Remaining']));
  expect(document.paths['/traffic/deals'].get.responses[200].headers).toHaveProperty('RateLimit-Limit');
  const { parameters } = document.paths['/traffic/productsets/{id}'].get;
  expect(parameters).toContainEqual(expect.objectContaining({ name: 'accountId', in: 'query' }));
});
