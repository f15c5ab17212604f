import { randomUUID } from 'node:crypto';
import type { System } from '../../../domain/context.ts';
import { listen } from '../../../domain/notifications/live/listen.ts';
import { WEBHOOKS } from '../../../domain/notifications/webhook/queue.ts';
import type { Resolve } from '../../../domain/notifications/webhook/receiver/resolve.ts';
import {
  RENEW_EVERY_MS,
  releaseWebhooks,
  renewWebhooks,
  takeWebhooks,
} from '../../../domain/notifications/webhook/take.ts';
import { logFailure } from '../../../platform/log/outage-log.ts';
import { version } from '../../../platform/process/version.ts';
import { createResults } from './results.ts';
import { WebhookSender } from './sender.ts';
import { createSlots } from './slots.ts';

/** The maximum delay until due retries, and leases of dead workers, are noticed. */
const POLL_INTERVAL_MS = 1_000;
const TAKE_DELAY_MS = 20;
/** The maximum number of webhooks that one process holds at once. */
const MAX_HELD = 500;
/** A webhook is held for a while after its last delivery, with its open connections. */
const MAX_IDLE_POLLS = 5;
/** How long running attempts may take when the worker stops. Those that do not complete are repeated. */
const DRAIN_MS = 3_000;

/**
 * Delivers to webhooks until it is stopped. Any number of processes may do so: each webhook is held by one
 * of them.
 */
export async function startWebhooks(options: {
  system: System;
  resolve?: Resolve;
}): Promise<{ stop(): Promise<void> }> {
  const { system, resolve } = options;
  const { pool, log } = system;
  const holder = randomUUID();
  const userAgent = `Flightline/${await version()}`;
  const slots = createSlots();
  const results = createResults(system);
  const senders = new Map<number, { sender: WebhookSender; idlePolls: number }>();
  let stopped = false;
  let taking: Promise<void> | undefined;
  let isRequested = false;
  let delayedTake: NodeJS.Timeout | undefined;
  let renewedAt = performance.now();

  /** Gives free slots to waiting webhooks in rotation. */
  function fillAll(): void {
    for (const { sender } of senders.values()) sender.fill();
  }

  function wakeAll(): void {
    for (const { sender } of senders.values()) sender.wake();
    takeDue();
  }

  /**
   * Without an ID, messages may have been missed. Webhooks without a holder are looked up with a delay, not
   * once per message.
   */
  function onMessage(webhookId: unknown): void {
    const held = senders.get(Number(webhookId));
    if (webhookId === undefined) wakeAll();
    else if (held) held.sender.wake();
    else delayedTake ??= setTimeout(takeDue, TAKE_DELAY_MS);
  }

  function takeDue(): void {
    clearTimeout(delayedTake);
    delayedTake = undefined;
    isRequested = true;
    taking ??= (async () => {
      while (isRequested && !stopped) {
        isRequested = false;
        await take();
      }
    })()
      .catch((error) => logFailure(log, error, 'webhooks cannot be reached'))
      .finally(() => {
        taking = undefined;
      });
  }

  async function take(): Promise<void> {
    if (system.operation?.outgoing === false) return;
    while (senders.size < MAX_HELD && !stopped) {
      const taken = await takeWebhooks(pool, holder, system.now());
      if (taken.length === 0) return;
      for (const webhook of taken) {
        senders.get(webhook.id)?.sender.stop();
        const sender = new WebhookSender({
          ...{ webhook, system, holder, slots, results, userAgent, resolve, ended: fillAll },
        });
        senders.set(webhook.id, { sender, idlePolls: 0 });
        sender.fill();
      }
    }
  }

  /** Renews the leases in use, and releases those that have been idle for a while. */
  async function renew(): Promise<void> {
    const renewedIds = new Set(await renewWebhooks(pool, holder, [...senders.keys()]));
    renewedAt = performance.now();
    for (const [id, { sender }] of senders)
      if (renewedIds.has(id)) sender.renewed();
      else drop(id, sender);
  }

  function drop(id: number, sender: WebhookSender): void {
    sender.stop();
    senders.delete(id);
  }

  async function tick(): Promise<void> {
    const idle: number[] = [];
    for (const [id, held] of senders) {
      held.idlePolls = held.sender.isIdle ? held.idlePolls + 1 : 0;
      if (held.idlePolls > MAX_IDLE_POLLS) {
        drop(id, held.sender);
        idle.push(id);
      }
    }
    if (idle.length > 0) await releaseWebhooks(pool, holder, idle);
    if (senders.size > 0 && performance.now() - renewedAt > RENEW_EVERY_MS) await renew();
    wakeAll();
  }

  const stopListening = await listen({ system, channel: WEBHOOKS, onMessage, retries: true });
  const timer = setInterval(() => {
    tick().catch((error) => logFailure(log, error, 'webhooks cannot be reached'));
  }, POLL_INTERVAL_MS);
  takeDue();

  return {
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      clearTimeout(delayedTake);
      stopListening();
      await taking;
      const ids = [...senders.keys()];
      const held = [...senders.values()].map(({ sender }) => sender);
      for (const sender of held) sender.stop();
      const until = performance.now() + DRAIN_MS;
      while (held.some((sender) => !sender.isDone) && performance.now() < until)
        await new Promise((resolve) => setTimeout(resolve, 20));
      results.stop();
      for (const sender of held) sender.close();
      await releaseWebhooks(pool, holder, ids).catch(() => undefined);
    },
  };
}
