import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/** An hour of these series, and whether the rule fires at its end. */
function play(rule: Rule, series: Series, fires: readonly Record<string, string>[]): string {
  const file = join(folder, `${rule.alert}.yml`);
  const inputs = Object.entries(series).map(([name, values]) => ({ series: name, values }));
  writeFileSync(
    file,
    stringify({
      rule_files: [RULES],
      evaluation_interval: '1m',
      tests: [
        {
          interval: '1m',
          input_series: inputs,
          alert_rule_test: [
            {
              eval_time: '2h',
              alertname: rule.alert,
              exp_alerts: fires.map((labels) => ({
                exp_labels: { ...rule.labels, ...labels },
                exp_annotations: rule.annotations,
              })),
            },
          ],
        },
      ],
    }),
  );
  return promtool('test', 'rules', file);
}

test('promtool takes the rules', () => {
  expect(promtool('check', 'rules', RULES)).toContain(`SUCCESS: ${rules.length} rules found`);
});

test('each rule has an outage, and each outage a rule', () => {
  expect(Object.keys(OUTAGES).sort()).toEqual(rules.map(({ alert }) => alert).sort());
});

describe.each(rules.map((rule) => [rule.alert, rule] as const))('%s', (name, rule) => {
  const { series, labels } = OUTAGES[name] as (typeof OUTAGES)[string];

  test('fires in its outage', () => {
    const changed = Object.fromEntries(
      Object.entries({ ...QUIET, ...series }).filter(([, values]) => values !== ''),
    );
    expect(play(rule, changed, labels)).toContain('SUCCESS');
  });

  test('is silent while all is well', () => {
    expect(play(rule, QUIET, [])).toContain('SUCCESS');
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
