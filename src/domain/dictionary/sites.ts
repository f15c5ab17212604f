import type { System } from '../context.ts';
import { cachedList } from './version.ts';

/** A site that can be targeted, and the group it belongs to, if any. */
export interface SiteEntry {
  readonly id: number;
  readonly value: string;
  readonly name: string;
  readonly category: string;
  readonly group: string | null;
}

export interface SiteGroupEntry {
  readonly id: number;
  readonly value: string;
  readonly name: string;
  readonly status: 'ACTIVE' | 'INACTIVE';
}

/** Sites of one category, ignoring case, or all sites. */
export async function listSites(system: Pick<System, 'pool'>, category?: string): Promise<SiteEntry[]> {
  const sites = await cachedList(system, 'bbsxd_supported_sites', async () => {
    const { rows } = await system.pool.query<SiteEntry>(
      'SELECT id, value, name, category, group_value AS "group" FROM supported_site ORDER BY id',
    );
    return rows;
  });
  const wanted = category?.toUpperCase();
  return wanted === undefined ? sites : sites.filter((site) => site.category === wanted);
}

/** Groups that can be targeted as SITE_GROUP_X_DEVICE, that is active ones. */
export async function listSiteGroups(system: Pick<System, 'pool'>): Promise<SiteGroupEntry[]> {
  const groups = await cachedList(system, 'bbsxd_supported_site_groups', async () => {
    const { rows } = await system.pool.query<SiteGroupEntry>(
      'SELECT id, value, name, status FROM site_group ORDER BY id',
    );
    return rows;
  });
  return groups.filter((group) => group.status === 'ACTIVE');
}
