import { sql } from '../../../platform/database/connection/client.ts';
import { cachedList, type Reader } from './version.ts';

/** A site that can be targeted, and its group, if any. */
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

/** Returns the sites of one category, ignoring case, or all sites. */
export async function listSites(system: Reader, category?: string): Promise<SiteEntry[]> {
  const sites = await cachedList(
    system,
    'bbsxd_supported_sites',
    () =>
      sql<SiteEntry>(system.db)`
      SELECT id, value, name, category, group_value AS "group" FROM supported_site ORDER BY id`,
  );
  const upperCategory = category?.toUpperCase();
  return upperCategory === undefined ? sites : sites.filter((site) => site.category === upperCategory);
}

/** Returns the groups that can be targeted as SITE_GROUP_X_DEVICE, which are the active ones. */
export async function listSiteGroups(system: Reader): Promise<SiteGroupEntry[]> {
  const groups = await cachedList(
    system,
    'bbsxd_supported_site_groups',
    () => sql<SiteGroupEntry>(system.db)`SELECT id, value, name, status FROM site_group ORDER BY id`,
  );
  return groups.filter((group) => group.status === 'ACTIVE');
}
