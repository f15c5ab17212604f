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

/** Retries that have become due, and leases of dead workers, are noticed this late at the latest. */
const LOOK_EVERY_MS = 1_000;
const SOON_MS = 20;
/** Webhooks that one process holds at once. */
const MAX_HELD = 500;
/** A webhook is kept a while after its last delivery, with its open connections. */
const IDLE_LOOKS = 5;
/** Attempts that run when the worker stops may end. Those that do not are made again. */
const DRAIN_MS = 3_000;

/** Delivers to webhooks until stopped. Any number of processes may do so: each webhook is held by one of them. */
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
  const couriers = new Map<number, { sender: WebhookSender; idleLooks: number }>();
  let stopped = false;
  let looking: Promise<void> | undefined;
  let again = false;
  let soon: NodeJS.Timeout | undefined;
  let renewed = performance.now();

  /** Free slots are given to waiting webhooks in turn. */
  function fillAll(): void {
    for (const { sender } of couriers.values()) sender.fill();
  }

  function wakeAll(): void {
    for (const { sender } of couriers.values()) sender.wake();
    look();
  }

  /** Without an ID, some may have been missed. Webhooks that nobody holds are looked for, not once for each message. */
  function onMessage(webhookId: unknown): void {
    const held = couriers.get(Number(webhookId));
    if (webhookId === undefined) wakeAll();
    else if (held) held.sender.wake();
    else soon ??= setTimeout(look, SOON_MS);
  }

  function look(): void {
    clearTimeout(soon);
    soon = undefined;
    again = true;
    looking ??= (async () => {
      while (again && !stopped) {
        again = false;
        await take();
      }
    })()
      .catch((error) => logFailure(log, error, 'webhooks cannot be reached'))
      .finally(() => {
        looking = undefined;
      });
  }

  async function take(): Promise<void> {
    if (system.operation?.outgoing === false) return;
    while (couriers.size < MAX_HELD && !stopped) {
      const taken = await takeWebhooks(pool, holder, system.now());
      if (taken.length === 0) return;
      for (const webhook of taken) {
        couriers.get(webhook.id)?.sender.stop();
        const sender = new WebhookSender({
          ...{ webhook, system, holder, slots, results, userAgent, resolve, ended: fillAll },
        });
        couriers.set(webhook.id, { sender, idleLooks: 0 });
        sender.fill();
      }
    }
  }

  /** Keeps what is in use, and gives back what has been idle for a while. */
  async function renew(): Promise<void> {
    const kept = new Set(await renewWebhooks(pool, holder, [...couriers.keys()]));
    renewed = performance.now();
    for (const [id, { sender }] of couriers)
      if (kept.has(id)) sender.renewed();
      else drop(id, sender);
  }

  function drop(id: number, sender: WebhookSender): void {
    sender.stop();
    couriers.delete(id);
  }

  async function tick(): Promise<void> {
    const idle: number[] = [];
    for (const [id, held] of couriers) {
      held.idleLooks = held.sender.isIdle ? held.idleLooks + 1 : 0;
      if (held.idleLooks > IDLE_LOOKS) {
        drop(id, held.sender);
        idle.push(id);
      }
    }
    if (idle.length > 0) await releaseWebhooks(pool, holder, idle);
    if (couriers.size > 0 && performance.now() - renewed > RENEW_EVERY_MS) await renew();
    wakeAll();
  }

  const stopListening = await listen({ system, channel: WEBHOOKS, onMessage, retries: true });
  const timer = setInterval(() => {
    tick().catch((error) => logFailure(log, error, 'webhooks cannot be reached'));
  }, LOOK_EVERY_MS);
  look();

  return {
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      clearTimeout(soon);
      stopListening();
      await looking;
      const ids = [...couriers.keys()];
      const held = [...couriers.values()].map(({ sender }) => sender);
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
