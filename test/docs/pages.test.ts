import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorsPage } from '../../scripts/errors-page.ts';
import { wirePage } from '../../scripts/wire-page.ts';
import { fences, root, shell } from './shell.ts';

const { bash, leftovers } = await shell();
const pages = readdirSync(join(root, 'docs'), { encoding: 'utf8', recursive: true }).filter(
  (name) => name.endsWith('.md') && !name.includes('node_modules'),
);

/** What the last call of a page, or one in its middle, must have printed. */
const PRINTS: Record<string, RegExp> = {
  'getting-started.md': /Impressions,Spend/,
  'authentication.md': /"response":\[\],"errors":null[\s\S]*"clientSecret"/,
  'interfaces/conventions.md': /"errors":null/,
  'interfaces/token-service.md': /"token_type":"Bearer"/,
  'interfaces/traffic.md': /"trafficApiRateLimit"/,
  'interfaces/native.md': /"errIndex":1[\s\S]*"minCampaignBudget"/,
  'creatives-and-ads.md': /"name":"Spring banner"[\s\S]*"errors":null/,
  'interfaces/events.md': /\{"success":true\}[\s\S]*"count": ?1/,
  'interfaces/conversions.md': /(\{"message":"Submission processed\."\}){2}/,
  'interfaces/reporting.md': /Campaign Id,Campaign,Impressions,Spend[\s\S]*"dayClosed":false/,
  'graphql.md': /"path":"exchangeId"[\s\S]*"rateLimit"/,
  'webhooks.md': /"secret":"whsec_[\s\S]*"totalCount"/,
  'quotas.md': /5000000|graphqlPerHr|\{/,
  'operations.md': /"status":"ok"[\s\S]*"ready"[\s\S]*Usage: flightline/,
};

/** Pages whose blocks show commands with values to fill in, or run in a test of their own. */
const OTHERS = new Set(['sandbox.md', 'operations/kubernetes.md', 'operations/runbook.md']);

describe('the documentation', () => {
  it.each(Object.entries(PRINTS))(
    '%s: every block runs against a live service',
    async (page, prints) => {
      const blocks = await fences(page, 'sh');
      const { stdout } = await bash(blocks.join('\n'));
      expect(stdout).toMatch(prints);
    },
    300_000,
  );

  it('leaves nothing in a clone that git would show', async () => {
    expect(await leftovers()).toEqual([]);
  });

  it('has no page with blocks that do not run', async () => {
    const withBlocks = await Promise.all(
      pages.map(async (page) => ({ page, blocks: await fences(page, 'sh') })),
    );
    const run = withBlocks.filter(({ blocks }) => blocks.length > 0).map(({ page }) => page);
    expect(run.filter((page) => !(page in PRINTS) && !OTHERS.has(page))).toEqual([]);
  });

  it('has a current page of errors (`npm run docs:errors`)', () => {
    expect(readFileSync(join(root, 'docs/errors.md'), 'utf8')).toBe(errorsPage());
  });

  it('has a current page of wire profiles (`npm run docs:wire`)', () => {
    expect(readFileSync(join(root, 'docs/wire-profiles.md'), 'utf8')).toBe(wirePage());
  });
});
