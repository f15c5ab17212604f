import type { System } from '../../../domain/context.ts';
import { nextAttempt } from '../../../domain/notifications/webhook/pauses.ts';
import {
  type Answer,
  openReceiver,
  type Receiver,
  WAIT_TIMEOUT_MS,
} from '../../../domain/notifications/webhook/receiver/post.ts';
import type { Resolve } from '../../../domain/notifications/webhook/receiver/resolve.ts';
import { createSigner } from '../../../domain/notifications/webhook/sign.ts';
import {
  type DueDelivery,
  dueDeliveries,
  LEASE_MS,
  type TakenWebhook,
} from '../../../domain/notifications/webhook/take.ts';
import type { Results } from './results.ts';
import type { Slots } from './slots.ts';

/** The number of deliveries that are read ahead. */
const PAGE = 100;
/**
 * The number of concurrent attempts: few at first, doubled after each quick response up to the maximum, one
 * after a bad response.
 */
const FIRST_WIDTH = 2;
const MAX_WIDTH = 16;
/**
 * The maximum number of attempts that start in one turn of the event loop, so that waiting requests are
 * served in between.
 */
const MAX_A_TURN = 2;
/** A slower response counts as a bad one. */
const SLOW_MS = 1_000;

/** An attempt that starts before this ends before the lease does. */
const SAFE_LEASE_MS = LEASE_MS - WAIT_TIMEOUT_MS - 5_000;

/** Delivers to one webhook whose lease this process holds. */
export class WebhookSender {
  readonly webhook: TakenWebhook;
  readonly #system: System;
  readonly #holder: string;
  readonly #slots: Slots;
  readonly #results: Results;
  readonly #receiver: Receiver;
  readonly #sign: ReturnType<typeof createSigner>;
  readonly #ended: () => void;
  /** The resources of running attempts. */
  readonly #busy = new Set<string>();
  #ready: DueDelivery[] = [];
  #width = FIRST_WIDTH;
  #reading: Promise<void> | undefined;
  #nextTurn: NodeJS.Immediate | undefined;
  /** Whether there may be due deliveries that were not read yet. */
  #mayBeMore = true;
  #stopped = false;
  #heldUntil = performance.now() + SAFE_LEASE_MS;

  constructor(options: {
    webhook: TakenWebhook;
    system: System;
    holder: string;
    slots: Slots;
    results: Results;
    userAgent: string;
    resolve?: Resolve | undefined;
    /** Called after each attempt, and when nothing was due. */
    ended: () => void;
  }) {
    const { webhook, system, holder, slots, results, userAgent, resolve, ended } = options;
    this.webhook = webhook;
    this.#system = system;
    this.#holder = holder;
    this.#slots = slots;
    this.#results = results;
    this.#ended = ended;
    this.#sign = createSigner(system, webhook.id);
    const { webhookAllow: allowed } = system.config;
    this.#receiver = openReceiver({ allowed, userAgent, ...(resolve && { resolve }) });
  }

  /** Whether no attempt is running. */
  get isDone(): boolean {
    return this.#busy.size === 0;
  }

  /** Whether nothing is running, and the last check found nothing due. */
  get isIdle(): boolean {
    return this.#busy.size === 0 && this.#ready.length === 0 && !this.#reading && !this.#mayBeMore;
  }

  /** Checks for due deliveries. */
  wake(): void {
    this.#mayBeMore = true;
    this.fill();
  }

  /** Called when the lease was renewed. */
  renewed(): void {
    this.#heldUntil = performance.now() + SAFE_LEASE_MS;
  }

  /** Starts as many attempts as are allowed. */
  fill(): void {
    if (this.#nextTurn || performance.now() > this.#heldUntil) return;
    for (let begun = 0; !this.#stopped && this.#busy.size < this.#width; begun += 1) {
      if (begun === MAX_A_TURN) {
        this.#nextTurn = setImmediate(() => {
          this.#nextTurn = undefined;
          this.fill();
        });
        return;
      }
      const next = this.#ready.shift();
      if (!next) {
        if (this.#mayBeMore) this.#reading ??= this.#read();
        return;
      }
      if (!this.#slots.take(this.webhook.seatId)) {
        this.#ready.unshift(next);
        return;
      }
      this.#busy.add(next.resource);
      void this.#deliver(next);
    }
  }

  /** Starts no further attempts. Running attempts can complete. */
  stop(): void {
    this.#stopped = true;
    this.#ready = [];
    if (this.isDone) this.close();
  }

  /** Aborts running attempts. */
  close(): void {
    this.#receiver.close();
  }

  async #read(): Promise<void> {
    const { pool, now, log } = this.#system;
    this.#mayBeMore = false;
    try {
      this.#ready = await dueDeliveries(pool, {
        ...{ webhookId: this.webhook.id, holder: this.#holder, now: now() },
        ...{ busy: [...this.#busy], limit: PAGE },
      });
      // After a full page there may be more.
      if (this.#ready.length > 0) this.#mayBeMore = true;
    } catch (error) {
      log.warn({ err: error, webhookId: this.webhook.id }, 'webhook deliveries could not be read');
    }
    this.#reading = undefined;
    this.fill();
    this.#ended();
  }

  async #deliver(delivery: DueDelivery): Promise<void> {
    const { id, resource, attempts } = delivery;
    const began = performance.now();
    const { status, failure } = await this.#post(delivery);
    const isBad = failure !== null || performance.now() - began > SLOW_MS;
    this.#width = isBad ? 1 : Math.min(this.#width * 2, MAX_WIDTH);
    this.#slots.giveBack(this.webhook.seatId);
    const now = this.#system.now();
    const { firstAttemptAt } = delivery;
    const tried = { attempts: attempts + 1, firstAttemptAt: firstAttemptAt ?? now, now, status };
    const nextAttemptAt = failure === null ? null : nextAttempt(tried);
    await this.#results.store({ id, attempts: attempts + 1, responseStatus: status, failure, nextAttemptAt });
    this.#busy.delete(resource);
    this.#mayBeMore = true;
    if (this.#stopped && this.isDone) this.close();
    this.fill();
    this.#ended();
  }

  async #post(delivery: DueDelivery): Promise<Answer> {
    const { id, url, payload: body } = delivery;
    try {
      return await this.#receiver.post({ url, headers: this.#sign(delivery), body });
    } catch (error) {
      this.#system.log.error({ err: error, deliveryId: id }, 'a webhook delivery could not be signed');
      return { status: null, failure: 'The delivery could not be signed.' };
    }
  }
}
