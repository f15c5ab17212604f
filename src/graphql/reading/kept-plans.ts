/** What is kept for the requests of one operation, by the shape of their variables. */
export type PlansOf<Plan> = Map<string, KeptPlan<Plan>>;

interface KeptPlan<Plan> {
  readonly plan: Plan;
  readonly of: PlansOf<Plan>;
  readonly shape: string;
  readonly bytes: number;
}

/** What a plan takes beside its texts. */
const OVERHEAD = 1_000;

/** Plans of all operations, within a number of bytes in all: those whose last use is longest ago go first. */
export class KeptPlans<Plan> {
  readonly #most: number;
  readonly #byUse = new Set<KeptPlan<Plan>>();
  #bytes = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(of: PlansOf<Plan>, shape: string): Plan | undefined {
    const kept = of.get(shape);
    if (!kept) return undefined;
    this.#byUse.delete(kept);
    this.#byUse.add(kept);
    return kept.plan;
  }

  /** A statement that is a large part of what is kept in all is made each time instead. */
  keep(of: PlansOf<Plan>, shape: string, { plan, text }: { plan: Plan; text: string }): void {
    const bytes = OVERHEAD + 2 * (shape.length + text.length);
    if (bytes > this.#most / 10) return;
    const kept = { plan, of, shape, bytes };
    of.set(shape, kept);
    this.#byUse.add(kept);
    this.#bytes += bytes;
    for (const oldest of this.#byUse) {
      if (this.#bytes <= this.#most) break;
      this.#drop(oldest);
    }
  }

  /** For an operation whose document is no longer kept. */
  forget(of: PlansOf<Plan>): void {
    for (const kept of of.values()) this.#drop(kept);
  }

  #drop(kept: KeptPlan<Plan>): void {
    this.#byUse.delete(kept);
    kept.of.delete(kept.shape);
    this.#bytes -= kept.bytes;
  }
}
