import { useOwnTargets } from '../line/targeting/use-own-targets.ts';
import type { LineDraft } from './line-draft.ts';
import { runText } from './run-text.ts';

interface Props {
  readonly draft: LineDraft;
  readonly owner: { readonly id: string; readonly timezone: string; readonly currency: string };
  /** That come along. */
  readonly ads: number;
}

/** What the line will do once it is activated, and what is missing before. */
export function RunSummary({ draft, owner, ads }: Props) {
  const { lists, nameOf } = useOwnTargets(owner.id);
  return (
    <section className="run-summary" aria-label="What will run">
      <h3>What will run</h3>
      <ul className="run-parts">
        {runText(draft, owner, { ads, lists, nameOf }).map(({ text, isOpen = false }) => (
          <li key={text} className={isOpen ? 'open' : undefined}>
            {text}
          </li>
        ))}
      </ul>
      <p className="muted small">
        It begins paused. Times in {owner.timezone}, amounts in {owner.currency}.
      </p>
    </section>
  );
}
