import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

interface Model {
  /** Throws if the object does not fit the schema of its kind. */
  validate(): void;
}

const folder = join(import.meta.dirname, '../../deploy/kubernetes');
const text = (file: string) => readFileSync(join(folder, file), 'utf8');
const { resources } = parse(text('kustomization.yaml')) as { resources: string[] };
const objects = resources.flatMap((file) =>
  parseAllDocuments(text(file)).map((document) => document.toJS() as { apiVersion: string; kind: string }),
);

async function modelOf(object: { apiVersion: string; kind: string }): Promise<Model> {
  const models: Record<string, new (given: object) => Model> = await import(
    /* @vite-ignore */ `kubernetes-models/${object.apiVersion}`
  );
  const Kind = models[object.kind];
  if (!Kind) throw new Error(`Kubernetes has no ${object.kind} in ${object.apiVersion}.`);
  return new Kind(object);
}

test.each(objects.map((object): [string, typeof object] => [object.kind, object]))(
  '%s fits the schema of Kubernetes',
  async (_, object) => (await modelOf(object)).validate(),
);

test('a manifest that does not fit is refused', async () => {
  const deployment = structuredClone(objects.find(({ kind }) => kind === 'Deployment')) as unknown as {
    apiVersion: string;
    kind: string;
    spec: { replicas: unknown };
  };
  deployment.spec.replicas = 'two';
  const model = await modelOf(deployment);
  expect(() => model.validate()).toThrow(/replicas/);
});
