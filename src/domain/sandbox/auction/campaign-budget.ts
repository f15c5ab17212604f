import type { DeliveringCampaign } from '../delivery/read-lines.ts';
import { inMicros } from './auction.ts';
import type { Day } from './days.ts';

/** A campaign's spend, in millionths of the advertiser's currency. */
export interface CampaignState {
  spent: number;
  /** The last day with delivery. */
  day: string;
  daySpent: number;
  monthSpent: number;
}

/** The budget that all lines of a campaign share. */
export class CampaignBudget {
  readonly #budget: number;
  readonly #dailyBudget: number;
  readonly #spent: (state: CampaignState) => number;
  readonly state: CampaignState;

  constructor({ budget, budgetType, dailyBudget }: DeliveringCampaign, state: CampaignState) {
    this.#budget = inMicros(budget);
    this.#dailyBudget = inMicros(dailyBudget);
    this.#spent =
      budgetType === 'DAILY'
        ? ({ daySpent }) => daySpent
        : budgetType === 'MONTHLY'
          ? ({ monthSpent }) => monthSpent
          : ({ spent }) => spent;
    this.state = state;
  }

  /** Returns the remaining budget of a day. */
  leftOn(day: Day): number {
    const { state } = this;
    if (state.day !== day.name) {
      state.daySpent = 0;
      if (state.day.slice(0, 7) !== day.name.slice(0, 7)) state.monthSpent = 0;
      state.day = day.name;
    }
    return Math.max(Math.min(this.#budget - this.#spent(state), this.#dailyBudget - state.daySpent), 0);
  }

  spend(amount: number): void {
    this.state.spent += amount;
    this.state.daySpent += amount;
    this.state.monthSpent += amount;
  }
}
