import type { Spent } from '../../domain/sandbox/auction/run-hours.ts';
import type { DeliveringCampaign } from '../../domain/sandbox/delivery/read-lines.ts';

/** Counts spend from zero over several simulations, so that each continues where the previous one ended. */
export function countingSpent(): (campaign: DeliveringCampaign) => Spent {
  const campaigns = remembered((_id: number) => ({ spent: 0, day: '', daySpent: 0, monthSpent: 0 }));
  const flights = remembered((_key: string) => ({ spent: 0, day: '', allotment: 0, daySpent: 0 }));
  return ({ id }) => ({
    campaign: campaigns(id),
    flight: (lineId, flightId) => flights(`${lineId} ${flightId}`),
  });
}

function remembered<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>();
  return (key) => {
    const value = made.get(key) ?? make(key);
    made.set(key, value);
    return value;
  };
}
