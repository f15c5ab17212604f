import { expect, test } from 'vitest';
import { loadConfig } from '../src/config.ts';
import { announcement } from '../src/operations/service/announce.ts';

const service = { origin: 'http://x:1', operationsOrigin: undefined, demo: undefined };
const announced = (env: Record<string, string>) => announcement({ service, config: loadConfig(env) });

test('what is printed at start names the addresses of the services that are switched on, and no other', () => {
  const all = announced({ FLIGHTLINE_REPORTING_PREFIX: '/api' });
  expect(all).toContain('  GraphQL   http://x:1/graphql');
  expect(all).toContain('  REST      http://x:1/traffic  http://x:1/v3/rest  http://x:1/api/extreport\n');
  const some = announced({ FLIGHTLINE_SERVICES: 'identity,native' });
  expect(some).not.toContain('/graphql');
  expect(some).toContain('  REST      http://x:1/v3/rest\n');
  expect(announced({ FLIGHTLINE_SERVICES: 'worker' })).toBe(
    'Flightline is up at http://x:1\n  browser   http://x:1/dashboard\n  health    http://x:1/readyz  http://x:1/metrics\n',
  );
});

test('the health line names the operations port where there is one', () => {
  const text = announcement({
    service: { ...service, operationsOrigin: 'http://x:2' },
    config: loadConfig({}),
  });
  expect(text).toContain('  health    http://x:2/readyz  http://x:2/metrics\n');
  expect(text).toContain('  browser   http://x:1/dashboard\n');
});
