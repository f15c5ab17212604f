import { useState } from 'react';
import { enumValue } from '../../../edit/enum-value.ts';
import { FunnelType } from '../../../generated/graphql.ts';
import { Field } from '../../../parts/fields/field.tsx';
import { isWhole } from '../../../parts/fields/numbers.ts';
import { DID, type Funnel, funnelText } from './targeting-change.ts';

interface Props {
  readonly productSets: readonly { readonly databaseId: number; readonly name: string }[];
  readonly stored: readonly Funnel[];
  readonly chosen: readonly Funnel[] | undefined;
  readonly onChange: (funnels: readonly Funnel[]) => void;
}

const isSame = (one: Funnel, other: Funnel) =>
  one.productSetId === other.productSetId && one.funnelType === other.funnelType;
const STEPS = Object.values(FunnelType).map((type) => [type, DID[type]] as const);

/** People by what they did with the advertiser's products: to reach them, or to leave them out. */
export function FunnelFields({ productSets, stored, chosen, onChange }: Props) {
  const funnels = chosen ?? stored;
  const [set, setSet] = useState(String(productSets[0]?.databaseId ?? ''));
  const [step, setStep] = useState<string>(FunnelType.ViewProduct);
  const [days, setDays] = useState('30');
  const nameOf = (id: number) => productSets.find(({ databaseId }) => databaseId === id)?.name;
  const add = (exclude: boolean) => {
    const funnelType = enumValue(FunnelType, step);
    if (!funnelType) return;
    const funnel: Funnel = { productSetId: Number(set), funnelType, lookBack: Number(days), exclude };
    onChange([...funnels.filter((one) => !isSame(one, funnel)), funnel]);
  };
  if (productSets.length + funnels.length === 0) return null;
  return (
    <fieldset className="field-group">
      <legend>People</legend>
      <div className="stack">
        <p className="muted">Everyone, unless people are chosen by what they did with products.</p>
        {funnels.length > 0 && (
          <ul className="chips" aria-label="People by products">
            {funnels.map((funnel) => {
              const text = funnelText(funnel, nameOf(funnel.productSetId));
              return (
                <li key={`${funnel.productSetId} ${funnel.funnelType}`}>
                  <bdi>{text}</bdi>
                  {funnel.exclude && <span className="muted">&nbsp;excluded</span>}
                  <button
                    type="button"
                    className="quiet chip-button"
                    aria-label={`Remove ${text}`}
                    onClick={() => onChange(funnels.filter((one) => !isSame(one, funnel)))}
                  >
                    ×
                  </button>
                </li>
              );
            })}
          </ul>
        )}
        {productSets.length > 0 && (
          <div className="fields">
            <Field
              label="Product set"
              value={set}
              issue={undefined}
              choices={productSets.map(({ databaseId, name }) => [String(databaseId), name] as const)}
              onChange={setSet}
            />
            <Field label="People who" value={step} issue={undefined} choices={STEPS} onChange={setStep} />
            <Field label="Within days" value={days} issue={undefined} onChange={setDays} />
            <p className="row wide-field">
              <button type="button" disabled={!isWhole(days)} onClick={() => add(false)}>
                Target people
              </button>
              <button type="button" disabled={!isWhole(days)} onClick={() => add(true)}>
                Exclude people
              </button>
            </p>
          </div>
        )}
      </div>
    </fieldset>
  );
}
