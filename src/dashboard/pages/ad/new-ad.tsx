import { useState } from 'react';
import { useRead } from '../../api/use-read.ts';
import { among, DraftFields, type FieldOf, type Texts } from '../../edit/draft-fields.tsx';
import { DraftForm } from '../../edit/draft-form.tsx';
import { enumValue } from '../../edit/enum-value.ts';
import { useDraft } from '../../edit/use-draft.ts';
import {
  AdStatus,
  DashboardCreateAdDocument,
  type DashboardCreativeFragment,
  DashboardCreativesDocument,
} from '../../generated/graphql.ts';
import { DialogButton } from '../../parts/dialogs/dialog-button.tsx';
import { Waiting } from '../../parts/waiting.tsx';
import { creativeChoices } from './creative-choices.ts';
import { NewCreative } from './new-creative.tsx';
import { Preview } from './preview.tsx';

/** What an ad is made for. */
export interface OwnLine {
  readonly id: string;
  readonly mediaType?: string | null;
  readonly advertiser: { readonly id: string };
}

/** An ad of a line shows a creative of its advertiser, which can be made on the way. */
export function NewAd({ line }: { readonly line: OwnLine }) {
  return (
    <DialogButton name="New ad" title="New ad" className="primary" wide>
      {(close) => <Steps line={line} onDone={close} />}
    </DialogButton>
  );
}

function Steps({ line, onDone }: { readonly line: OwnLine; readonly onDone: () => void }) {
  const [made, setMade] = useState<DashboardCreativeFragment>();
  const [isMaking, setMaking] = useState(false);
  const { data, error } = useRead(DashboardCreativesDocument, { id: line.advertiser.id }).result;
  if (error) return <p className="note bad">{error.message}</p>;
  if (!data) return <Waiting />;
  const stored = data.advertiser?.creatives.nodes.filter(({ id }) => id !== made?.id) ?? [];
  const creatives = made ? [made, ...stored] : stored;
  const [first] = creatives;
  if (isMaking || !first)
    return (
      <NewCreative
        line={line}
        onDone={(creative) => {
          setMade(creative);
          setMaking(false);
        }}
      />
    );
  return (
    <div className="form">
      <p className="row">
        <button type="button" onClick={() => setMaking(true)}>
          New creative
        </button>
        <span className="muted">
          {made ? 'The creative is saved.' : 'Or choose one of the advertiser’s.'}
        </span>
      </p>
      <Form line={line} creatives={creatives} chosen={made?.id ?? ''} onDone={onDone} />
    </div>
  );
}

type Name = 'creativeId' | 'status';

interface FormProps {
  readonly line: OwnLine;
  readonly creatives: readonly DashboardCreativeFragment[];
  readonly chosen: string;
  readonly onDone: () => void;
}

function Form({ line, creatives, chosen, onDone }: FormProps) {
  const draft = useDraft({
    document: DashboardCreateAdDocument,
    resultOf: ({ createAd }) => createAd,
    latest: line,
    initial: { creativeId: chosen, status: 'ACTIVE' } as Texts<Name>,
    // What was made on the way is the one that is meant; no other is guessed.
    isComplete: chosen !== '',
    inputOf: ({ creativeId, status }, { id }) => ({
      lineId: id,
      creativeId: creativeId ?? '',
      status: enumValue(AdStatus, status) ?? AdStatus.Active,
    }),
  });
  const fields: readonly FieldOf<Name>[] = [
    {
      name: 'creativeId',
      label: 'Creative',
      isLong: true,
      choices: [
        ...(draft.values.creativeId ? [] : [['', 'Choose a creative'] as const]),
        ...creativeChoices(creatives, line.mediaType),
      ],
    },
    { name: 'status', choices: Object.values(AdStatus) },
  ];
  const creative = creatives.find(({ id }) => id === draft.values.creativeId);
  return (
    <DraftForm draft={draft} hasField={among(fields)} onDone={onDone}>
      <DraftFields fields={fields} stored={{}} draft={draft} />
      {creative && <Preview ad={{ name: creative.name, creative }} />}
    </DraftForm>
  );
}
