import type { Option, OptionGroup } from './option.ts';

interface Props {
  readonly id: string;
  readonly groups: readonly OptionGroup[];
  /** The option that Enter chooses, counted over all groups. */
  readonly at: number;
  readonly isBusy: boolean;
  readonly onChoose: (option: Option) => void;
}

export const optionId = (index: number): string => `palette-option-${index}`;

/** What can be chosen, in groups. The focus stays in the box above, which names the option that is next. */
export function OptionList({ id, groups, at, isBusy, onChoose }: Props) {
  const starts = groups.map((_, index) =>
    groups.slice(0, index).reduce((sum, { options }) => sum + options.length, 0),
  );
  return (
    <div id={id} role="listbox" aria-label="Results and commands" aria-busy={isBusy} className="options">
      {groups.map(({ name, options }, group) => (
        // biome-ignore lint/a11y/useSemanticElements: a list of options has no fieldset
        <div key={name} role="group" aria-label={name}>
          <p className="option-group" aria-hidden="true">
            {name}
          </p>
          {options.map((option, index) => {
            const number = (starts[group] ?? 0) + index;
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the box that has the focus
              // biome-ignore lint/a11y/useFocusableInteractive: the box names the active option
              <div
                key={option.key}
                id={optionId(number)}
                role="option"
                aria-selected={number === at}
                className="option"
                onClick={() => onChoose(option)}
              >
                <span>
                  <bdi>{option.name}</bdi>
                  {option.owner && (
                    <span className="cell-note">
                      <bdi>{option.owner}</bdi>
                    </span>
                  )}
                </span>
                <span className="muted small">
                  {option.kind}
                  {option.state && ` · ${option.state}`}
                </span>
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}
