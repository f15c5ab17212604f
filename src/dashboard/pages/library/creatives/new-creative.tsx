import type { FieldOf, Texts } from '../../../edit/draft-fields.tsx';
import { enumValue, orNone } from '../../../edit/enum-value.ts';
import { CreativeType, DashboardCreateCreativeDocument, MediaType } from '../../../generated/graphql.ts';
import { DialogButton } from '../../../parts/dialogs/dialog-button.tsx';
import { ProblemNote } from '../../../parts/problem-note.tsx';
import { Waiting } from '../../../parts/waiting.tsx';
import { Preview } from '../../ad/preview.tsx';
import { NewThing } from '../new-thing.tsx';
import { useOwners } from '../thing-filters.tsx';

type Name =
  | 'advertiserId'
  | 'name'
  | 'mediaType'
  | 'type'
  | 'title'
  | 'description'
  | 'landingUrl'
  | 'tagUrl'
  | 'thirdPartyCode';

export function NewCreative() {
  return (
    <DialogButton name="New creative" title="New creative" className="primary" wide>
      {() => <Form />}
    </DialogButton>
  );
}

/** Only what a third party shows has a tag or code. */
const THIRD_PARTY: readonly FieldOf<Name>[] = [
  { name: 'tagUrl', label: 'Address of the third party’s tag', type: 'url' },
  { name: 'thirdPartyCode', label: 'Code of the third party', isLong: true, rows: 3 },
];

const formatsOf = (mediaType: string | null | undefined) =>
  Object.fromEntries(Object.entries(CreativeType).filter(([, type]) => type.startsWith(`${mediaType}_`)));

const fieldsOf = (
  owners: readonly (readonly [id: string, name: string])[],
  { mediaType, type }: Texts<Name>,
): readonly FieldOf<Name>[] => [
  { name: 'advertiserId', label: 'Advertiser', choices: [['', 'Choose an advertiser'], ...owners] },
  { name: 'name' },
  { name: 'mediaType', choices: Object.values(MediaType) },
  { name: 'type', label: 'Format', choices: orNone(formatsOf(mediaType)) },
  { name: 'title' },
  { name: 'description', isLong: true },
  { name: 'landingUrl', type: 'url' },
  ...(type?.endsWith('THIRD_PARTY') ? THIRD_PARTY : []),
];

const INITIAL: Texts<Name> = { mediaType: MediaType.Native };

/** What an ad will show, as it is typed. */
function Form() {
  const read = useOwners();
  const { data, error } = read.result;
  if (error && !data) return <ProblemNote read={read} />;
  if (!data) return <Waiting />;
  const owners = data.advertisers.nodes.map(({ id, name }) => [id, name] as const);
  return (
    <NewThing
      kind="creatives"
      fields={(values: Texts<Name>) => fieldsOf(owners, values)}
      document={DashboardCreateCreativeDocument}
      resultOf={({ createCreative }) => createCreative}
      madeOf={({ creative }) => creative}
      initial={INITIAL}
      inputOf={({ advertiserId, name, mediaType, type, ...texts }) => ({
        ...texts,
        advertiserId: advertiserId ?? '',
        name: name ?? '',
        mediaType: enumValue(MediaType, mediaType) ?? MediaType.Native,
        type: enumValue(CreativeType, type),
      })}
      required={['advertiserId']}
      extra={({ name, mediaType, title, description, landingUrl }) =>
        (title || description || name) && (
          <Preview
            ad={{
              name: name ?? '',
              mediaType: mediaType ?? null,
              creative: {
                title: title ?? null,
                description: description ?? null,
                landingUrl: landingUrl ?? null,
              },
            }}
          />
        )
      }
    />
  );
}
