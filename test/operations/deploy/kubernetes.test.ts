import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { loadConfig, SERVICES, SETTING_NAMES } from '../../../src/config.ts';

/** Checked against the schemas of Kubernetes in `npm run test:kubernetes`; here, what the service needs. */

const folder = join(import.meta.dirname, '../../../deploy/kubernetes');
const text = (file: string) => readFileSync(join(folder, file), 'utf8');
const { resources, configMapGenerator, secretGenerator } = parse(text('kustomization.yaml'));
const objects = (resources as string[]).flatMap((file) =>
  parseAllDocuments(text(file)).map((document) => document.toJS()),
);
const ofKind = (kind: string) => objects.filter((object) => object.kind === kind);
const deployments = ofKind('Deployment');
const pods = [...deployments, ...ofKind('Job')].map(({ metadata, spec }) => ({
  name: metadata.name,
  labels: spec.template.metadata.labels,
  spec: spec.template.spec,
  container: spec.template.spec.containers[0],
}));

const envOf = (file: string): Record<string, string> =>
  Object.fromEntries(
    text(file)
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
const settings = envOf('settings.env');
const secrets = envOf('secrets.example.env');
const ownOf = ({ container }: (typeof pods)[number]): Record<string, string> =>
  Object.fromEntries(
    (container.env ?? []).map((one: { name: string; value: string }) => [one.name, one.value]),
  );

test('every manifest is applied, and nothing else', () => {
  const files = readdirSync(folder).filter((file) => file.endsWith('.yaml') && file !== 'kustomization.yaml');
  expect([...resources].sort()).toEqual(files.sort());
});

describe('settings', () => {
  test('each stands in one place, those with credentials in the Secret', () => {
    const own = new Set(pods.flatMap((pod) => Object.keys(ownOf(pod))));
    const named = [...Object.keys(settings), ...Object.keys(secrets), ...own];
    expect(new Set(named).size).toBe(named.length);
    const ours = named.filter((name) => !/^AWS_(ACCESS|SECRET)/.test(name));
    expect(ours.sort()).toEqual([...SETTING_NAMES].sort());
    expect(
      Object.keys(settings).filter((name) => /KEY|SECRET|PASSWORD|DATABASE.*URL|REDIS/.test(name)),
    ).toEqual([]);
    expect(secrets.FLIGHTLINE_MASTER_KEY).toBe('');
  });

  test('are taken by each process, which together carry every service', () => {
    const given = { ...settings, ...secrets, FLIGHTLINE_MASTER_KEY: Buffer.alloc(32, 1).toString('base64') };
    const configs = pods.map((pod) => loadConfig({ ...given, ...ownOf(pod) }));
    const carried = configs.slice(0, deployments.length).flatMap(({ services }) => [...services]);
    expect(carried.sort()).toEqual([...SERVICES].sort());
    for (const config of configs)
      expect(config).toMatchObject({
        host: '0.0.0.0',
        port: 4000,
        operationsPort: 4001,
        dataDir: '/data',
        demo: false,
      });
  });

  test('come from the ConfigMap and the Secret that are generated', () => {
    const names = [configMapGenerator[0].name, secretGenerator[0].name];
    for (const { container } of pods)
      expect(container.envFrom).toEqual([
        { configMapRef: { name: names[0] } },
        { secretRef: { name: names[1] } },
      ]);
    expect(readFileSync(join(folder, '../../.gitignore'), 'utf8')).toContain('deploy/kubernetes/secrets.env');
  });

  test('the volume holds the copies of files that the process may keep', () => {
    for (const name of ['flightline-api', 'flightline-worker']) {
      const [{ emptyDir }] = pods.find((pod) => pod.name === name)?.spec.volumes ?? [];
      expect(Number.parseInt(emptyDir.sizeLimit, 10) * 1024).toBeGreaterThan(
        Number(settings.FLIGHTLINE_FILES_CACHE_MB),
      );
    }
  });
});

test.each(pods)(
  '$name runs as nobody, with a root that it cannot write and no token',
  ({ spec, container }) => {
    expect(spec).toMatchObject({
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    const mounted = container.volumeMounts.map(({ name }: { name: string }) => name);
    expect(mounted).toEqual(spec.volumes.map(({ name }: { name: string }) => name));
    expect(container.resources.limits.memory).toBeDefined();
  },
);

test.each(deployments.map(({ metadata, spec }) => ({ name: metadata.name, spec })))(
  '$name has liveness and readiness probes, and is replaced without downtime',
  ({ spec }) => {
    const { template, selector, strategy } = spec;
    const [container] = template.spec.containers;
    const probe = (path: string) => expect.objectContaining({ httpGet: { path, port: 'operations' } });
    expect(container).toMatchObject({
      startupProbe: probe('/healthz'),
      livenessProbe: probe('/healthz'),
      readinessProbe: probe('/readyz'),
    });
    expect(selector.matchLabels).toEqual(template.metadata.labels);
    expect(strategy.rollingUpdate.maxUnavailable).toBe(0);
    // The service drains by itself: a hook that sleeps would come on top of it.
    expect(container.lifecycle).toBeUndefined();
    expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThan(15);
  },
);

test('each Deployment has a disruption budget, each Service and policy selects pods', () => {
  const labels = deployments.map(({ spec }) => spec.template.metadata.labels);
  const budgets = ofKind('PodDisruptionBudget').map(({ spec }) => spec.selector.matchLabels);
  expect(budgets).toEqual(labels);
  for (const { spec } of ofKind('Service')) expect(labels).toContainEqual(spec.selector);
  for (const { spec } of ofKind('NetworkPolicy'))
    for (const pod of pods) expect(pod.labels).toMatchObject(spec.podSelector.matchLabels);
});

test('the proxy routes to each Service the interfaces of its processes', () => {
  const services = new Set(ofKind('Service').map(({ metadata }) => metadata.name));
  const [{ paths }] = ofKind('Ingress')[0].spec.rules.map(({ http }: { http: { paths: object[] } }) => http);
  const routes = paths.map(
    ({
      path,
      pathType,
      backend,
    }: {
      path: string;
      pathType: string;
      backend: { service: { name: string } };
    }) => [path, pathType, backend.service.name],
  );
  expect(routes).toEqual([
    ['/v1/', 'Prefix', 'flightline-intake'],
    ['/', 'Exact', 'flightline-intake'],
    ['/', 'Prefix', 'flightline-api'],
  ]);
  for (const [, , name] of routes) expect(services).toContain(name);
});

test('the Job migrates and ends', () => {
  const [job] = ofKind('Job');
  const [{ command }] = job.spec.template.spec.containers;
  expect(command).toEqual(['node', 'dist/cli/main.js', 'database', 'migrate', '--json']);
});
