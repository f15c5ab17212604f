import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from '../src/config.ts';

/** What is said about settings, one problem a line. */
function problemsOf(env: Record<string, string>): string[] {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split('\n');
  }
}
const namesOf = (env: Record<string, string>) => problemsOf(env).map((line) => line.split(': ', 1)[0]);

describe('settings', () => {
  it('have defaults for everything, and an empty one counts as not set', () => {
    expect(loadConfig({ PORT: '', LOG_LEVEL: '' })).toEqual(loadConfig({}));
    expect(loadConfig({})).toMatchObject({ port: 4000, host: '127.0.0.1', clockOffsetS: 0 });
  });

  it('are refused all at once, what they demand of each other included', () => {
    const bad = {
      PORT: 'abc',
      FLIGHTLINE_DEMO: 'yes',
      DATABASE_URL: 'postgresql://localhost/x',
      FLIGHTLINE_CLOCK_OFFSET_S: '60',
      FLIGHTLINE_AUTH_URL: 'http://auth.example',
    };
    expect(namesOf(bad)).toEqual([
      ...['PORT', 'FLIGHTLINE_DEMO'],
      ...['FLIGHTLINE_MASTER_KEY', 'FLIGHTLINE_CLOCK_OFFSET_S', 'FLIGHTLINE_AUTH_URL'],
    ]);
  });

  it.each([
    ['LOG_LEVEL', 'loud', 'must be one of fatal, error, warn, info, debug, trace, silent.'],
    ['FLIGHTLINE_DASHBOARD', 'yes', 'must be one of on, off.'],
    ['FLIGHTLINE_WIRE', 'x', 'must be one of documented, observed.'],
    ['FLIGHTLINE_SERVICES', ',', 'must name at least one service.'],
    [
      'FLIGHTLINE_SERVICES',
      'x',
      '"x" must be one of graphql, identity, intake, attribution, traffic, native, reporting, worker.',
    ],
  ])('%s=%j is refused with what is allowed', (name, value, reason) => {
    expect(problemsOf({ [name]: value })).toEqual([`${name}: ${reason}`]);
  });

  it.each([' ', '0x10', '1e3', '80.5', '-1', '65536', '+80'])('PORT=%j is not a port', (port) => {
    expect(namesOf({ PORT: port })).toEqual(['PORT']);
  });

  it.each(['dsp', 'aaca', 'admin', 'a b', ''.padEnd(65, 'x')])(
    'FLIGHTLINE_EVENTS_REALM=%j would hide another realm or cannot be one',
    (realm) => expect(namesOf({ FLIGHTLINE_EVENTS_REALM: realm })).toEqual(['FLIGHTLINE_EVENTS_REALM']),
  );

  it.each(['ftp://x.example', 'x.example', 'http://x.example/?a=b', 'http://x.example/#a', ','])(
    'FLIGHTLINE_PUBLIC_URL=%j is not an address that an audience can begin with',
    (url) => expect(namesOf({ FLIGHTLINE_PUBLIC_URL: url })).toEqual(['FLIGHTLINE_PUBLIC_URL']),
  );

  it.each([
    'app.example',
    'ftp://app.example',
    'https://app.example/',
    'https://app.example/path',
    'https://APP.example',
    'https://app.example:443',
    'https://*.app.example',
    'null',
    '*,https://app.example',
  ])('FLIGHTLINE_CORS_ORIGINS=%j is not an origin as browsers send it', (origins) => {
    expect(namesOf({ FLIGHTLINE_CORS_ORIGINS: origins })).toEqual(['FLIGHTLINE_CORS_ORIGINS']);
  });

  it('every bad origin is named', () => {
    const [problem, ...others] = problemsOf({
      FLIGHTLINE_CORS_ORIGINS: 'http://a.example, b.example,c.example',
    });
    expect(problem + others.join()).toMatch(/"b\.example".*"c\.example"/s);
  });

  it('the clock runs ahead or behind in the sandbox only', () => {
    const sandbox = { FLIGHTLINE_SANDBOX: 'on' };
    expect(loadConfig({ ...sandbox, FLIGHTLINE_CLOCK_OFFSET_S: '-60' }).clockOffsetS).toBe(-60);
    expect(namesOf({ FLIGHTLINE_CLOCK_OFFSET_S: '-60' })).toEqual(['FLIGHTLINE_CLOCK_OFFSET_S']);
    expect(namesOf({ ...sandbox, FLIGHTLINE_CLOCK_OFFSET_S: '1e3' })).toEqual(['FLIGHTLINE_CLOCK_OFFSET_S']);
  });

  it('events are archived after a day at least, before they expire, and not where time goes back', () => {
    const name = 'FLIGHTLINE_EVENT_ARCHIVE_DAYS';
    expect(loadConfig({}).eventArchiveDays).toBeUndefined();
    expect(loadConfig({ [name]: '1' }).eventArchiveDays).toBe(1);
    expect(namesOf({ [name]: '0' })).toEqual([name]);
    expect(namesOf({ [name]: '400' })).toEqual([name]);
    expect(namesOf({ [name]: '30', FLIGHTLINE_EVENT_RETENTION_DAYS: '30' })).toEqual([name]);
    expect(namesOf({ [name]: '7', FLIGHTLINE_SANDBOX: 'on' })).toEqual([name]);
  });

  it.each([
    [{ FLIGHTLINE_DISABLED_FEATURE: 'ad' }, 'FLIGHTLINE_DISABLED_FEATURES'],
    [{ FLIGHTLINE_PORT: '80' }, 'PORT'],
    [{ FLIGHTLINE_DATABASE_URl: 'x' }, 'DATABASE_URL'],
    [{ FLIGHTLINE_MASTERKEY: 'x' }, 'FLIGHTLINE_MASTER_KEY'],
    [{ FLIGHTLINE_public_url: 'x' }, 'FLIGHTLINE_PUBLIC_URL'],
  ])('an unknown setting is refused with the nearest known one: %j', (env, nearest) => {
    const [name] = Object.keys(env);
    expect(problemsOf(env)).toEqual([`${name}: is not a setting; the nearest is ${nearest}.`]);
  });

  it('what Kubernetes says of a Service named flightline is not taken for settings', () => {
    const links = {
      FLIGHTLINE_SERVICE_HOST: '10.0.0.1',
      FLIGHTLINE_SERVICE_PORT: '80',
      FLIGHTLINE_SERVICE_PORT_HTTP: '80',
      FLIGHTLINE_PORT: 'tcp://10.0.0.1:80',
      FLIGHTLINE_OPERATIONS_PORT: 'tcp://10.0.0.3:9090',
      FLIGHTLINE_PORT_80_TCP: 'tcp://10.0.0.1:80',
      FLIGHTLINE_PORT_80_TCP_ADDR: '10.0.0.1',
      FLIGHTLINE_INTAKE_SERVICE_HOST: '10.0.0.2',
    };
    expect(problemsOf(links)).toEqual([]);
    expect(loadConfig(links).operationsPort).toBeUndefined();
  });

  it('an unknown feature is refused with the nearest known one; those of the dictionary follow the operator', () => {
    const off = (names: string, env = {}) => problemsOf({ FLIGHTLINE_DISABLED_FEATURES: names, ...env });
    expect(off('ad,keyword,targetingattribute,woeid,interest_segments_platform')).toEqual([]);
    expect(off('keywrod')).toEqual([
      'FLIGHTLINE_DISABLED_FEATURES: keywrod is not a native object or dictionary list; the nearest is keyword.',
    ]);
    expect(off('interest_segments_acme', { FLIGHTLINE_OPERATOR: 'acme' })).toEqual([]);
    expect(off('interest_segments_acme')).toHaveLength(1);
  });
});
