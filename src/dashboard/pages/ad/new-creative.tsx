import { among, DraftFields, type FieldOf, type Texts } from '../../edit/draft-fields.tsx';
import { DraftForm } from '../../edit/draft-form.tsx';
import { enumValue } from '../../edit/enum-value.ts';
import { useDraft } from '../../edit/use-draft.ts';
import {
  DashboardCreateCreativeDocument,
  type DashboardCreativeFragment,
  MediaType,
} from '../../generated/graphql.ts';
import type { OwnLine } from './own-line.ts';
import { Preview } from './preview.tsx';

type Name = 'name' | 'mediaType' | 'title' | 'description' | 'landingUrl';

const FIELDS: readonly FieldOf<Name>[] = [
  { name: 'name', isLong: true, isRequired: true },
  { name: 'mediaType', choices: Object.values(MediaType) },
  { name: 'title', isLong: true },
  { name: 'description', isLong: true },
  { name: 'landingUrl', type: 'url', isLong: true },
];

interface Props {
  readonly line: OwnLine;
  readonly onDone: (creative: DashboardCreativeFragment) => void;
}

/** A creative that is not there yet, with a preview of what is typed. */
export function NewCreative({ line, onDone }: Props) {
  const draft = useDraft({
    document: DashboardCreateCreativeDocument,
    resultOf: ({ createCreative }) => createCreative,
    latest: line,
    initial: { mediaType: line.mediaType ?? 'DISPLAY' } as Texts<Name>,
    inputOf: ({ name, mediaType, ...texts }, { advertiser }) => ({
      ...texts,
      name: name ?? '',
      mediaType: enumValue(MediaType, mediaType) ?? MediaType.Display,
      advertiserId: advertiser.id,
    }),
  });
  const { name, title = null, description = null, landingUrl = null } = draft.values;
  return (
    <DraftForm
      draft={draft}
      hasField={among(FIELDS)}
      save="Save creative"
      onDone={({ creative }) => onDone(creative)}
    >
      <DraftFields fields={FIELDS} stored={{}} draft={draft} />
      <Preview ad={{ name: name ?? 'Untitled', creative: { title, description, landingUrl } }} />
    </DraftForm>
  );
}
