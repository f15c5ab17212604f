import { useRead } from '../../../api/use-read.ts';
import {
  DashboardCreateSegmentDocument,
  DashboardSegmentPixelsDocument,
} from '../../../generated/graphql.ts';
import { DialogButton } from '../../../parts/dialogs/dialog-button.tsx';
import { ProblemNote } from '../../../parts/problem-note.tsx';
import { Waiting } from '../../../parts/waiting.tsx';
import { NewThing } from '../new-thing.tsx';
import { Matching } from './matching.tsx';
import { NameChoice } from './name-choice.tsx';
import { RULE_FIELDS } from './rule-fields.ts';

type Pixel = readonly [id: string, name: string];

/** Asks for a segment, of the pixel that is given. */
export function NewSegment({ pixelId }: { readonly pixelId?: string }) {
  return (
    <DialogButton name="New segment" title="New segment" className="primary" wide>
      {() => <Pixels pixelId={pixelId} />}
    </DialogButton>
  );
}

/** Whose events it may select. */
function Pixels({ pixelId }: { readonly pixelId: string | undefined }) {
  const read = useRead(DashboardSegmentPixelsDocument, {});
  const { data, error } = read.result;
  if (error && !data) return <ProblemNote read={read} />;
  if (!data) return <Waiting />;
  if (data.pixels.nodes.length === 0)
    return <p className="muted">A segment needs a pixel, and the seat has none yet.</p>;
  return (
    <Form
      pixelId={pixelId}
      pixels={data.pixels.nodes.map(
        ({ id, name, advertiser }) => [id, `${name}, ${advertiser.name}`] as const,
      )}
    />
  );
}

interface FormProps {
  readonly pixels: readonly Pixel[];
  readonly pixelId: string | undefined;
}

const Form = ({ pixels, pixelId }: FormProps) => (
  <NewThing
    kind="audiences"
    fields={[
      {
        name: 'pixelId',
        label: 'Pixel',
        choices: [['', 'Choose a pixel'], ...pixels],
        hint: 'Whose events it selects.',
      },
      { name: 'name' },
      ...RULE_FIELDS,
    ]}
    document={DashboardCreateSegmentDocument}
    resultOf={({ createSegment }) => createSegment}
    madeOf={({ segment }) => segment}
    initial={pixelId === undefined ? {} : { pixelId }}
    inputOf={({ name, pixelId, ...rule }) => ({ name: name ?? '', pixelId: pixelId ?? '', ...rule })}
    required={['pixelId']}
    extra={(values, set) => (
      <NameChoice pixelId={values.pixelId} onChoose={(rule) => set({ ...values, ...rule })} />
    )}
    tells={({ segment }) => <Matching count={segment.eventCount} />}
  />
);
