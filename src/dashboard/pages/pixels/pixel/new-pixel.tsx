import type { FieldOf } from '../../../edit/draft-fields.tsx';
import { DashboardCreatePixelDocument } from '../../../generated/graphql.ts';
import { DialogButton } from '../../../parts/dialogs/dialog-button.tsx';
import { ProblemNote } from '../../../parts/problem-note.tsx';
import { Waiting } from '../../../parts/waiting.tsx';
import { NewThing } from '../../library/new-thing.tsx';
import { useOwners } from '../../library/thing-filters.tsx';

/** Asks for a pixel that is not there yet; its page opens once it is. */
export function NewPixel() {
  return (
    <DialogButton name="New pixel" title="New pixel" className="primary" wide>
      {() => <Form />}
    </DialogButton>
  );
}

type Name = 'advertiserId' | 'name' | 'receives';
const SERVERS = 'servers';

const fieldsOf = (owners: readonly (readonly [id: string, name: string])[]): readonly FieldOf<Name>[] => [
  { name: 'advertiserId', label: 'Advertiser', choices: [['', 'Choose an advertiser'], ...owners] },
  { name: 'name' },
  {
    name: 'receives',
    label: 'Where events come from',
    choices: [
      [SERVERS, 'A server sends them'],
      ['pages', 'It is on web pages'],
    ],
  },
];

function Form() {
  const read = useOwners();
  const { data, error } = read.result;
  if (error && !data) return <ProblemNote read={read} />;
  if (!data) return <Waiting />;
  return (
    <NewThing
      kind="pixels"
      fields={fieldsOf(data.advertisers.nodes.map(({ id, name }) => [id, name] as const))}
      document={DashboardCreatePixelDocument}
      resultOf={({ createPixel }) => createPixel}
      madeOf={({ pixel }) => pixel}
      initial={{ receives: SERVERS }}
      inputOf={({ advertiserId, name, receives }) => ({
        advertiserId: advertiserId ?? '',
        name: name ?? '',
        isDotPixel: receives !== SERVERS,
      })}
      required={['advertiserId']}
      extra={({ receives }) => (
        <p className="muted">
          {receives === SERVERS ? (
            <>
              Your shop or app sends what people do to this service: with this, you see here what arrives and
              what is refused. <strong>Next:</strong> the page of the pixel says who may send, and has the
              request to copy for your developers.
            </>
          ) : (
            <>
              The events are collected on your pages and counted elsewhere: none arrives here. Choose it to
              name a pixel in conversion rules and segments.
            </>
          )}
        </p>
      )}
    />
  );
}
