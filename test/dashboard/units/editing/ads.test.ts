import '../../../support/browser-language.ts';
import { expect, it } from 'vitest';
import type { DashboardCreativeFragment } from '../../../../src/dashboard/generated/graphql.ts';
import { offeredOf } from '../../../../src/dashboard/pages/ad/offered.ts';

const creative = (databaseId: number, name: string): DashboardCreativeFragment => ({
  ...{ id: `Creative:${databaseId}`, databaseId, name, mediaType: 'DISPLAY', type: null },
  ...{ title: null, description: null, landingUrl: null },
});
const [own, other, chosen] = [creative(1, 'Rain boots'), creative(2, 'Sun hats'), creative(3, 'Snow')];
const ids = (creatives: readonly DashboardCreativeFragment[]) =>
  creatives.map(({ databaseId }) => databaseId);

it('a picker begins with what the line shows, and keeps what is chosen whatever is searched for', () => {
  const data = {
    shown: { nodes: [{ creative: own }, { creative: own }] },
    creatives: { totalCount: 2, nodes: [other, own] },
  };
  const offered = (query: string, picked: readonly DashboardCreativeFragment[] = []) => {
    const { own, others } = offeredOf({ data, chosen: picked, query });
    return [ids(own), ids(others)];
  };
  expect(offered('')).toEqual([[1], [2]]);
  expect(offered('boots rain')[0]).toEqual([1]);
  expect(offered('hats')[0]).toEqual([]);
  expect(offered('hats', [own])[0]).toEqual([1]);
  expect(offered('1')[0]).toEqual([1]);
  expect(offered('', [chosen])).toEqual([[1], [3, 2]]);
});
