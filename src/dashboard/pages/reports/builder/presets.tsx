import { COUNTRY } from '../shape.ts';
import type { ReportDraft } from './report-draft.ts';

type Preset = Pick<ReportDraft, 'interval' | 'dimensions'>;

const TOTAL = 1;
const BY_DAY = 2;
const ADVERTISER = 4;

/** What reports are made for most. */
export const PRESETS: readonly (readonly [name: string, preset: Preset])[] = [
  ['By day', { interval: BY_DAY, dimensions: [] }],
  ['By advertiser', { interval: TOTAL, dimensions: [ADVERTISER] }],
  ['By country', { interval: TOTAL, dimensions: [COUNTRY] }],
];

/** Sets rows and groups at once; the other choices stay. */
export function Presets({ onChoose }: { readonly onChoose: (preset: Preset) => void }) {
  return (
    <fieldset className="row" aria-label="Presets">
      {PRESETS.map(([name, preset]) => (
        <button key={name} type="button" onClick={() => onChoose(preset)}>
          {name}
        </button>
      ))}
    </fieldset>
  );
}
