import type { ReactNode } from 'react';
import { AdvertiserPicker } from '../../../edit/advertiser-picker.tsx';
import type { FieldOf, Texts } from '../../../edit/draft-fields.tsx';

/** Who can use a deal, and the numbers of the advertisers that this names, with commas. */
export type AccessField = 'access' | 'accounts';
type Access = 'all' | 'only' | 'except';

interface Allowed {
  readonly accounts: readonly number[];
  readonly accountIsExcluded: boolean;
}

export const EVERYONE: Allowed = { accounts: [], accountIsExcluded: true };

export const ACCESS: FieldOf<AccessField> = {
  name: 'access',
  label: 'Who can use it',
  choices: [
    ['all', 'All advertisers'],
    ['only', 'Only the advertisers below'],
    ['except', 'All but the advertisers below'],
  ],
};

export const accessOf = ({ accounts, accountIsExcluded }: Allowed): Access => {
  if (!accountIsExcluded) return 'only';
  return accounts.length > 0 ? 'except' : 'all';
};

/** What was chosen; undefined where it was not touched. */
type Chosen = { readonly [name in AccessField]?: string | null | undefined };

const numbersIn = (text: string | null | undefined) => (text ? text.split(',').map(Number) : []);

/** What was chosen, as the service takes it; nothing where it was not touched. */
export function accessInput(values: Chosen, stored: Allowed) {
  const { access, accounts } = values;
  if (access === undefined && accounts === undefined) return {};
  const chosen = access ?? accessOf(stored);
  const ids = accounts === undefined ? stored.accounts : numbersIn(accounts);
  return {
    accountIsExcluded: chosen !== 'only',
    accounts: chosen === 'all' ? [] : ids.map(String),
  };
}

/** The advertisers that can use a deal, or that cannot; no question where all can. */
export const accessPicker =
  (stored: Allowed) =>
  <Name extends string>(
    values: Texts<Name | AccessField>,
    set: (values: Texts<Name | AccessField>) => void,
  ): ReactNode => {
    const access = values.access ?? accessOf(stored);
    if (access === 'all') return null;
    return (
      <AdvertiserPicker
        legend={access === 'only' ? 'Advertisers that can use it' : 'Advertisers that cannot use it'}
        chosen={values.accounts === undefined ? stored.accounts : numbersIn(values.accounts)}
        onChoose={(chosen) => set({ ...values, accounts: chosen.join(',') || null })}
      />
    );
  };
