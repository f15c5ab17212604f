import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { requireInstalled } from '../../support/processes/installed.ts';
import { OUTAGES, QUIET, type Series } from './alert-scenarios.ts';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: Record<string, string>;
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

requireInstalled('promtool', 'prometheus');
const root = join(import.meta.dirname, '../../..');
const RULES = join(root, 'docs/operations/alerts.yml');
const rules: Rule[] = parse(readFileSync(RULES, 'utf8')).groups.flatMap(
  ({ rules }: { rules: Rule[] }) => rules,
);
const folder = mkdtempSync(join(tmpdir(), 'alerts-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What promtool says; throws with it if it does not agree. */
function promtool(...args: string[]): string {
  return execFileSync('promtool', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

interface Expectation {
  readonly rule: Rule;
  /** For whom it fires. */
  readonly fires: readonly Record<string, string>[];
}

/** Two hours of these series, and what fires at their end. */
function scenario(file: string, series: Series, expectations: readonly Expectation[]): object {
  return {
    rule_files: [file],
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
        alert_rule_test: expectations.map(({ rule, fires }) => ({
          eval_time: '2h',
          alertname: rule.alert,
          exp_alerts: fires.map((labels) => ({
            exp_labels: { ...rule.labels, ...labels },
            exp_annotations: rule.annotations,
          })),
        })),
      },
    ],
  };
}

function outage(rule: Rule): object {
  const { series, labels } = OUTAGES[rule.alert] as (typeof OUTAGES)[string];
  const changed = Object.entries({ ...QUIET, ...series }).filter(([, values]) => values !== '');
  // Promtool evaluates every rule of the file for each minute.
  const alone = write(`${rule.alert}-rule`, { groups: [{ name: 'alone', rules: [rule] }] });
  return scenario(alone, Object.fromEntries(changed), [{ rule, fires: labels }]);
}

function write(name: string, content: object): string {
  const file = join(folder, `${name}.yml`);
  writeFileSync(file, stringify(content));
  return file;
}

/** What promtool says of each scenario. One process plays all of them. */
function played(scenarios: Readonly<Record<string, object>>): Map<string, string> {
  const files = Object.entries(scenarios).map(([name, content]) => write(name, content));
  const output = join(folder, 'output');
  // To one file: it says on stderr what failed, and on stdout where.
  const both = openSync(output, 'w');
  spawnSync('promtool', ['test', 'rules', ...files], { stdio: ['ignore', both, both] });
  closeSync(both);
  const parts = readFileSync(output, 'utf8')
    .split(/^Unit Testing: +(.+)$/m)
    .slice(1);
  const said = new Map<string, string>();
  for (let at = 0; at < parts.length; at += 2)
    said.set(basename(parts[at] ?? '', '.yml'), parts[at + 1] ?? '');
  return said;
}

const said = played({
  quiet: scenario(
    RULES,
    QUIET,
    rules.map((rule) => ({ rule, fires: [] })),
  ),
  ...Object.fromEntries(rules.map((rule) => [rule.alert, outage(rule)])),
});

test('promtool takes the rules', () => {
  expect(promtool('check', 'rules', RULES)).toContain(`SUCCESS: ${rules.length} rules found`);
});

test('each rule has an outage, and each outage a rule', () => {
  expect(Object.keys(OUTAGES).sort()).toEqual(rules.map(({ alert }) => alert).sort());
});

describe.each(rules.map((rule) => [rule.alert, rule] as const))('%s', (name, rule) => {
  test('fires in its outage', () => {
    expect(said.get(name)?.trim()).toBe('SUCCESS');
  });

  test('is silent while all is well', () => {
    expect(said.get('quiet')).toMatch(/SUCCESS|alertname: /);
    expect(said.get('quiet')).not.toContain(`alertname: ${name},`);
  });

  test('names a section of the runbook, which has a command', () => {
    const [file = '', anchor] = rule.annotations.runbook.split('#');
    const section = sections(readFileSync(join(root, file), 'utf8')).get(anchor ?? '');
    expect(section).toMatch(/`[^`]+`/);
  });
});

/** The sections of a page by the anchors that its readers have. */
function sections(markdown: string): Map<string, string> {
  return new Map(
    markdown.split(/^#+ /m).map((section) => {
      const [heading = '', ...lines] = section.split('\n');
      return [
        heading
          .toLowerCase()
          .replace(/[^\w\- ]/g, '')
          .replaceAll(' ', '-'),
        lines.join('\n').trim(),
      ];
    }),
  );
}
