import { useRead } from '../../../api/use-read.ts';
import type { FieldOf } from '../../../edit/draft-fields.tsx';
import { DashboardSegmentDocument, DashboardUpdateSegmentDocument } from '../../../generated/graphql.ts';
import { moment, number } from '../../../parts/format.ts';
import { usePageZone } from '../../../parts/period/zone.ts';
import { EditThing } from '../edit-thing.tsx';
import { AdvertiserLink, KindLink } from '../thing-columns.tsx';
import { ThingPage } from '../thing-page.tsx';
import { Matching } from './matching.tsx';
import { NameChoice } from './name-choice.tsx';
import { ruleOf } from './rule.ts';
import { RULE_FIELDS, type RuleField } from './rule-fields.ts';
import { EVENTS_NOTE } from './segment-note.ts';
import { PixelLink } from './segments.tsx';

const FIELDS: readonly FieldOf<'name' | RuleField>[] = [{ name: 'name' }, ...RULE_FIELDS];

/** A segment: which events of which pixel it selects, and how many there are. */
export function Segment({ id }: { readonly id: string }) {
  const timezone = usePageZone();
  const read = useRead(DashboardSegmentDocument, { id, timezone });
  return (
    <ThingPage
      noun="Segment"
      back={<KindLink kind="audiences" />}
      {...{ id, read }}
      titleOf={({ name }) => name}
      factsOf={({ pixel, eventCount, createdAt, ...rule }) => [
        ['Rule', ruleOf(rule)],
        ['Events that match', number(eventCount)],
        ['Pixel', <PixelLink key="pixel" pixel={pixel} />],
        ['Every event of its pixel, last 7 days', eventsText(pixel.events)],
        ['Advertiser', <AdvertiserLink key="of" advertiser={pixel.advertiser} />],
        ['Created', moment(createdAt)],
      ]}
      edit={(segment) => (
        <EditThing
          noun="segment"
          wide
          thing={segment}
          fields={FIELDS}
          document={DashboardUpdateSegmentDocument}
          resultOf={({ updateSegment }) => updateSegment}
          inputOf={(values, of) => ({ ...values, ...of })}
          extra={(values, set) => (
            <NameChoice
              pixelId={String(segment.pixel.databaseId)}
              onChoose={(rule) => set({ ...values, ...rule })}
            />
          )}
          tells={({ node }) => <Matching count={node.eventCount} before={segment.eventCount} />}
        />
      )}
    >
      {({ eventCount, pixel }) => (
        <p className="muted small">
          {eventCount === 0 &&
            `No event of ${pixel.name} matches. Choose Edit and one of the events that it receives. `}
          {EVENTS_NOTE}
        </p>
      )}
    </ThingPage>
  );
}

interface Counted {
  readonly accepted: number;
  readonly refused: number;
}

const eventsText = (events: readonly Counted[]): string => {
  const sum = (name: keyof Counted) => events.reduce((all, each) => all + each[name], 0);
  return `${number(sum('accepted'))} accepted, ${number(sum('refused'))} refused`;
};
