import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Identity {
  readonly token: string;
  readonly eventsToken: string;
  readonly advertiser: string;
  readonly pixel: number;
}

const EVENTS = 20;
const REPORT = {
  dateTypeId: 10,
  intervalTypeId: 1,
  reportOption: { timezone: 'Etc/GMT', dimensionTypeIds: [4], metricTypeIds: [1] },
};

/** Clients of all interfaces, who call the processes in turn and remember each answer that is not as it should be. */
export class Traffic {
  /** The processes that a proxy would choose from. */
  origins: readonly string[];
  readonly failures: string[] = [];
  readonly done = { reads: 0, campaigns: 0, events: 0, reports: 0 };
  readonly #who: Identity;
  #turn = 0;
  #ended = false;

  constructor(who: Identity, origins: readonly string[]) {
    this.#who = who;
    this.origins = origins;
  }

  get pixel(): number {
    return this.#who.pixel;
  }

  /** Calls until `end`, and answers when the last is answered. */
  async run(): Promise<void> {
    const again = async (call: () => Promise<void>, everyMs: number) => {
      while (!this.#ended) {
        await call().catch((error: Error) => this.failures.push(`${error.message} ${error.cause ?? ''}`));
        await sleep(everyMs);
      }
    };
    await Promise.all([
      again(() => this.#read(), 20),
      again(() => this.#readRest(), 20),
      again(() => this.#write(), 20),
      again(() => this.#send(), 10),
      again(() => this.#send(), 10),
      again(() => this.#report(), 500),
    ]);
  }

  end(): void {
    this.#ended = true;
  }

  async call(
    path: string,
    init: { headers?: Record<string, string>; body?: unknown } = {},
  ): Promise<unknown> {
    this.#turn += 1;
    const origin = this.origins[this.#turn % this.origins.length];
    const response = await fetch(`${origin}${path}`, {
      headers: { 'content-type': 'application/json', ...init.headers },
      ...(init.body !== undefined && { method: 'POST', body: JSON.stringify(init.body) }),
      signal: AbortSignal.timeout(20_000),
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text.slice(0, 200)}`);
    return JSON.parse(text);
  }

  async graphql(query: string): Promise<Record<string, never>> {
    const headers = { authorization: `Bearer ${this.#who.token}` };
    const answer = (await this.call('/graphql', { headers, body: { query } })) as {
      errors?: unknown;
      data: Record<string, never>;
    };
    if (answer.errors) throw new Error(`/graphql: ${JSON.stringify(answer.errors).slice(0, 200)}`);
    return answer.data;
  }

  rest(path: string, body?: object): Promise<unknown> {
    const headers = { 'x-auth-method': 'OAuth2', 'x-auth-token': this.#who.token };
    return this.call(path, { headers, ...(body && { body }) });
  }

  async #read(): Promise<void> {
    await this.graphql(
      '{ advertisers(first: 5) { nodes { id name campaigns(first: 5) { nodes { id } } } } }',
    );
    this.done.reads += 1;
  }

  async #readRest(): Promise<void> {
    await this.rest('/traffic/advertisers?limit=5');
    this.done.reads += 1;
  }

  async #write(): Promise<void> {
    const made =
      await this.graphql(`mutation { createCampaign(input: {advertiserId: "${this.#who.advertiser}",
      name: "${randomUUID()}"}) { __typename } }`);
    if (JSON.stringify(made).includes('CreateCampaignPayload')) this.done.campaigns += 1;
    else this.failures.push(JSON.stringify(made));
  }

  async #send(): Promise<void> {
    const body = Array.from({ length: EVENTS }, () => ({
      event_time: Math.floor(Date.now() / 1000),
      action_source: 'website',
      user_data: { email: 'a'.repeat(64) },
    }));
    const headers = { authorization: `Bearer ${this.#who.eventsToken}`, 'idempotency-key': randomUUID() };
    await this.call(`/v1/pixels/${this.#who.pixel}/events`, { headers, body });
    this.done.events += EVENTS;
  }

  /** A report that either version makes. */
  async #report(): Promise<void> {
    const { customerReportId } = (await this.rest('/extreport/', REPORT)) as { customerReportId: string };
    for (let round = 0; round < 300; round += 1) {
      const report = (await this.rest(`/extreport/${customerReportId}`)) as { status: string };
      if (report.status === 'SUCCESS') {
        this.done.reports += 1;
        return;
      }
      if (report.status === 'FAILED') throw new Error(`report: ${JSON.stringify(report)}`);
      await sleep(100);
    }
    throw new Error('A report was never finished.');
  }
}
