import { type Targets, unchosenText } from './targeting-change.ts';
import { type NameOf, targetingText } from './targeting-text.ts';

interface Props {
  /** As they will be. */
  readonly targets: Targets;
  /** In the search for places, and not chosen. */
  readonly placeText: string;
  readonly nameOf: NameOf;
}

/** Whom the line will reach once this is saved, in words. */
export function Reach({ targets, placeText, nameOf }: Props) {
  const isPlaced = targets.geos.length > 0;
  return (
    <section className="run-summary" aria-label="Whom it will reach">
      <h3>Whom it will reach</h3>
      <ul className="run-parts">
        {targetingText(targets, nameOf).map((text, at) => (
          <li key={text} className={at === 0 && !isPlaced ? 'open' : undefined}>
            {text}
          </li>
        ))}
        {placeText.trim() !== '' && <li className="open">{unchosenText(placeText)}</li>}
      </ul>
    </section>
  );
}
