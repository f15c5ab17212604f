import { Link } from '@tanstack/react-router';
import { useRead } from '../../../api/use-read.ts';
import { enumValue } from '../../../edit/enum-value.ts';
import {
  DashboardNativeListDocument,
  DashboardNativeListLinesDocument,
  DashboardUpdateNativeListDocument,
  type DashboardUpdateNativeListMutation,
  NativeListStatus,
} from '../../../generated/graphql.ts';
import { number } from '../../../parts/format.ts';
import { Widget } from '../../../parts/widget.tsx';
import { EditThing } from '../edit-thing.tsx';
import { StatusSwitch } from '../status-switch.tsx';
import { TargetingLines } from '../targeting-lines.tsx';
import { AdvertiserLink, KindLink } from '../thing-columns.tsx';
import { ThingPage } from '../thing-page.tsx';
import { ITEMS_LABEL, itemIssue, itemsIn } from './native-items.ts';
import { Sites } from './sites.tsx';

const FIELDS = [
  { name: 'name' },
  { name: 'status', choices: Object.values(NativeListStatus) },
  { name: 'items', label: ITEMS_LABEL, isLong: true, rows: 10 },
] as const;

const UPDATE = {
  document: DashboardUpdateNativeListDocument,
  resultOf: ({ updateNativeList }: DashboardUpdateNativeListMutation) => updateNativeList,
};

/** A list of sites and apps, and the lines that do not deliver there. */
export function NativeList({ id }: { readonly id: string }) {
  const read = useRead(DashboardNativeListDocument, { id });
  return (
    <ThingPage
      noun="NativeList"
      back={<KindLink kind="lists" />}
      {...{ id, read }}
      titleOf={({ name }) => name}
      factsOf={({ advertiser, items }) => [
        ['Advertiser', <AdvertiserLink key="of" advertiser={advertiser} />],
        ['Sites and apps', number(items.length)],
      ]}
      edit={({ items, ...list }) => (
        <>
          <StatusSwitch thing={list} off="INACTIVE" {...UPDATE} />
          <EditThing
            noun="list"
            wide
            thing={{ ...list, items: items.map(({ itemName }) => itemName).join('\n') }}
            fields={FIELDS}
            {...UPDATE}
            issueText={({ items }, path, text) => itemIssue(items ?? '', path, text)}
            inputOf={({ status, items, ...values }, of) => ({
              ...values,
              status: enumValue(NativeListStatus, status),
              ...(items !== undefined && { items: itemsIn(items ?? '') }),
              ...of,
            })}
          />
        </>
      )}
    >
      {({ id, items, advertiser }) => (
        <>
          <TargetingLines
            title="Blocked by"
            {...{ id }}
            document={DashboardNativeListLinesDocument}
            note="All that these lines delivered, on other sites and apps: on those of the list they deliver nothing."
            empty={
              <>
                No line blocks this list. Choose <strong>Edit targeting</strong> on the page of{' '}
                <Link to="/lines" search={{ advertiser: String(advertiser.databaseId) }}>
                  a line of the advertiser
                </Link>
                .
              </>
            }
          />
          <Widget
            title="Sites and apps"
            read={read}
            empty={() => items.length === 0 && 'The list is empty. Edit it to name sites and apps.'}
          >
            {() => <Sites names={items.map(({ itemName }) => itemName)} />}
          </Widget>
        </>
      )}
    </ThingPage>
  );
}
