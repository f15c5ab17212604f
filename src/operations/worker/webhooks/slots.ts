/**
 * The maximum number of concurrent attempts of this process, and of one seat. Slow receivers hold them
 * longest.
 */
const MAX = 256;
const MAX_OF_SEAT = 64;

/** Limits concurrent attempts, so that the receivers of one seat cannot use all of the process's share. */
export function createSlots() {
  let taken = 0;
  const ofSeat = new Map<number, number>();
  return {
    take(seatId: number): boolean {
      const own = ofSeat.get(seatId) ?? 0;
      if (taken >= MAX || own >= MAX_OF_SEAT) return false;
      taken += 1;
      ofSeat.set(seatId, own + 1);
      return true;
    },
    giveBack(seatId: number): void {
      taken -= 1;
      const own = (ofSeat.get(seatId) ?? 0) - 1;
      if (own > 0) ofSeat.set(seatId, own);
      else ofSeat.delete(seatId);
    },
  };
}

export type Slots = ReturnType<typeof createSlots>;
