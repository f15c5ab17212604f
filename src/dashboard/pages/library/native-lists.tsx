import { useRead } from '../../api/use-read.ts';
import { enumValue } from '../../edit/enum-value.ts';
import {
  DashboardNativeListDocument,
  DashboardNativeListsDocument,
  type DashboardNativeListsQuery,
  DashboardUpdateNativeListDocument,
  NativeListStatus,
} from '../../generated/graphql.ts';
import { number } from '../../parts/format.ts';
import type { Column } from '../../parts/table.tsx';
import { Widget } from '../../parts/widget.tsx';
import { EditThing } from './edit-thing.tsx';
import { itemsIn } from './native-items.ts';
import { NewNativeList } from './new-native-list.tsx';
import {
  AdvertiserLink,
  advertiserColumn,
  changedColumn,
  KindLink,
  nameColumn,
  statusColumn,
} from './thing-columns.tsx';
import { ThingList } from './thing-list.tsx';
import { ThingPage } from './thing-page.tsx';

type Row = DashboardNativeListsQuery['list']['nodes'][number];

const COLUMNS: readonly Column<Row>[] = [
  nameColumn('lists'),
  statusColumn,
  { name: 'Sites and apps', numeric: true, cell: ({ items }) => number(items.length) },
  advertiserColumn,
  changedColumn,
];

export const NativeLists = () => (
  <ThingList
    kind="lists"
    document={DashboardNativeListsDocument}
    columns={COLUMNS}
    empty="There are no native lists yet."
    create={<NewNativeList />}
  />
);

const FIELDS = [
  { name: 'name' },
  { name: 'status', choices: Object.values(NativeListStatus) },
  { name: 'items', label: 'Sites and apps, separated by commas', isLong: true },
] as const;

export function NativeList({ id }: { readonly id: string }) {
  const read = useRead(DashboardNativeListDocument, { id });
  return (
    <ThingPage
      noun="NativeList"
      back={<KindLink kind="lists" />}
      {...{ id, read }}
      titleOf={({ name }) => name}
      factsOf={({ advertiser }) => [['Advertiser', <AdvertiserLink key="of" advertiser={advertiser} />]]}
      edit={({ items, ...list }) => (
        <EditThing
          noun="list"
          thing={{ ...list, items: items.map(({ itemName }) => itemName).join(', ') }}
          fields={FIELDS}
          document={DashboardUpdateNativeListDocument}
          resultOf={({ updateNativeList }) => updateNativeList}
          inputOf={({ status, items, ...values }, of) => ({
            ...values,
            status: enumValue(NativeListStatus, status),
            ...(items !== undefined && { items: itemsIn(items ?? '') }),
            ...of,
          })}
        />
      )}
    >
      {({ items }) => (
        <Widget title="Sites and apps" read={read} empty={() => items.length === 0 && 'The list is empty.'}>
          {() => (
            <ul className="chips">
              {items.map(({ itemName }) => (
                <li key={itemName}>{itemName}</li>
              ))}
            </ul>
          )}
        </Widget>
      )}
    </ThingPage>
  );
}
