const MAX_SAMPLES = 60;

/** How far a replica is behind its primary, from positions of both that were noted over time. */
export class ReplicaLag {
  /** The primary's position when this process started, which includes its migrations. */
  #least: bigint | undefined;
  /** Positions of the primary that the replica has not replayed yet, oldest first. */
  #samples: { position: bigint; at: number }[] = [];
  #replayed = 0n;
  #replayedAgeMs = 0;

  notePrimary(position: bigint): void {
    this.#least ??= position;
    if (this.#samples.length < MAX_SAMPLES) this.#samples.push({ position, at: performance.now() });
  }

  /** `ageMs` is the time since the commit of the last replayed transaction. */
  noteReplica(position: bigint, ageMs: number): void {
    this.#replayed = position;
    this.#replayedAgeMs = ageMs;
    this.#samples = this.#samples.filter((sample) => sample.position > position);
  }

  hasReplayed(position: bigint): boolean {
    return position <= this.#replayed;
  }

  /** Whether the replica has the migrations of this process, and lacks nothing that is older than `maxLagMs`. */
  isWithin(maxLagMs: number): boolean {
    return this.#least !== undefined && this.hasReplayed(this.#least) && this.watchedMs <= maxLagMs;
  }

  /** How long the replica has lacked something, since this process was started. */
  get watchedMs(): number {
    const [oldest] = this.#samples;
    return oldest ? performance.now() - oldest.at : 0;
  }

  /** The same for a replica that may have been behind before this process was started. */
  get longestMs(): number {
    return Math.max(this.watchedMs, this.#replayedAgeMs);
  }
}
