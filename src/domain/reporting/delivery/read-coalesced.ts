import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { DomainContext } from '../../context.ts';
import { type DeliveryRequest, type Point, readDelivery } from './read.ts';

const EVERY_MS = 1_000;
const MAX_SEATS = 1_000;

type Loader = DataLoader<DeliveryRequest, Point[]>;
const loaders = new WeakMap<Pool, LRUCache<number, Loader>>();

/**
 * Reads delivery for live views: all requests of a seat in this process share one statement, at most one per second.
 */
export function readCoalesced(ctx: DomainContext, requested: DeliveryRequest): Promise<Point[]> {
  const ofPool = loaders.get(ctx.pool) ?? new LRUCache<number, Loader>({ max: MAX_SEATS });
  loaders.set(ctx.pool, ofPool);
  const loader = ofPool.get(ctx.seatId) ?? loaderOf(ctx);
  ofPool.set(ctx.seatId, loader);
  return loader.load(requested);
}

function loaderOf({ pool, seatId, now }: DomainContext): Loader {
  let earliest = 0;
  let last: Promise<unknown> = Promise.resolve();
  return new DataLoader<DeliveryRequest, Point[]>(
    (requested) => {
      const read = readDelivery({ pool, seatId, now }, requested);
      last = read.catch(() => undefined);
      return read;
    },
    {
      cache: false,
      batchScheduleFn: (dispatch) => {
        const waitMs = Math.max(0, earliest - performance.now());
        earliest = performance.now() + waitMs + EVERY_MS;
        setTimeout(() => void last.then(dispatch), waitMs).unref();
      },
    },
  );
}
