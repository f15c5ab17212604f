import { useRead } from '../../../api/use-read.ts';
import { useSettled } from '../../../api/use-settled.ts';
import { enumValue } from '../../../edit/enum-value.ts';
import { DashboardProductPreviewDocument } from '../../../generated/graphql.ts';
import { Field } from '../../../parts/fields/field.tsx';
import { PreviewText } from './preview-text.tsx';
import { type Condition, EMPTY, isComplete, OPERATORS, type SetFilter } from './set-filter.ts';

interface Props {
  /** The global ID of the advertiser whose feed it is. */
  readonly advertiserId: string;
  readonly filter: SetFilter;
  readonly onChange: (filter: SetFilter) => void;
}

/** As many as the service takes. */
const MAX_CONDITIONS = 5;
const CHOICES = Object.entries(OPERATORS);
const NAMES = Object.fromEntries(Object.keys(OPERATORS).map((name) => [name, name])) as {
  readonly [name in keyof typeof OPERATORS]: name;
};
const JOINS = [
  ['and', 'all of these'],
  ['or', 'any of these'],
] as const;

/** The conditions that products of a set meet, and how many of the feed do as one types. */
export function FilterFields({ advertiserId, filter, onChange }: Props) {
  const { join, conditions } = filter;
  const fields = useFeedFields(advertiserId);
  const change = (at: number, change: Partial<Condition>) =>
    onChange({
      join,
      conditions: conditions.map((each, index) => (index === at ? { ...each, ...change } : each)),
    });
  const settled = useSettled(JSON.stringify(filter));
  return (
    <section aria-label="Products of the set" className="conditions">
      <h3>Products</h3>
      {conditions.length > 1 && (
        <Field
          label="Products meet"
          value={join}
          issue={undefined}
          choices={JOINS}
          onChange={(text) => onChange({ join: text === 'or' ? 'or' : 'and', conditions })}
        />
      )}
      {conditions.map((condition, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: conditions are told apart by their place alone
        <fieldset key={at} className="fields condition" aria-label={`Condition ${at + 1}`}>
          <Field
            label="Field"
            value={condition.field}
            issue={undefined}
            {...(fields?.length !== 0 && {
              choices: [['', 'Choose a field'] as const, ...withOwn(fields ?? [], condition)],
            })}
            onChange={(field) => change(at, { field })}
          />
          <Field
            label="Test"
            value={condition.operator}
            issue={undefined}
            choices={CHOICES}
            onChange={(text) => change(at, { operator: enumValue(NAMES, text) ?? 'eq' })}
          />
          <Field
            label={condition.operator === 'in_list' ? 'Values, separated by commas' : 'Value'}
            value={condition.value}
            issue={undefined}
            onChange={(value) => change(at, { value })}
          />
          {conditions.length > 1 && (
            <button
              type="button"
              aria-label={`Remove condition ${at + 1}`}
              onClick={() => onChange({ join, conditions: conditions.filter((_, index) => index !== at) })}
            >
              Remove
            </button>
          )}
        </fieldset>
      ))}
      <p>
        <button
          type="button"
          disabled={conditions.length >= MAX_CONDITIONS}
          onClick={() => onChange({ join, conditions: [...conditions, EMPTY] })}
        >
          Add a condition
        </button>
      </p>
      {isComplete(filter) && settled === JSON.stringify(filter) && (
        <PreviewText advertiserId={advertiserId} filter={filter} />
      )}
    </section>
  );
}

/** What the feed of the advertiser says of its first product; undefined until it is known, empty without a feed. */
function useFeedFields(advertiserId: string): readonly string[] | undefined {
  const { data } = useRead(
    DashboardProductPreviewDocument,
    { advertiserId, filter: null, first: 1 },
    { freshFor: 60_000 },
  ).result;
  return data && Object.keys(data.productSetPreview.products[0]?.fields ?? {});
}

const withOwn = (fields: readonly string[], { field }: Condition) =>
  [...fields, ...(field && !fields.includes(field) ? [field] : [])].map((name) => [name, name] as const);
