import { AUDIENCE_PATHS } from './audiences.ts';
import { AVAILABLE_SEGMENTS_PATH } from './available-segments.ts';
import { CAMPAIGN_PATHS } from './campaigns.ts';
import { CREATIVE_PATHS } from './creatives.ts';
import { DICTIONARY_PATHS } from './dictionary.ts';
import { LINE_PATHS } from './lines.ts';
import { OWNED_PATHS } from './owned.ts';
import type { ObservedPath } from './path.ts';
import { PIXEL_PATHS } from './pixels.ts';
import { SITE_LIST_PATHS } from './site-lists.ts';

/** Every undocumented path of the observed profile. */
export const OBSERVED_PATHS: readonly ObservedPath[] = [
  ...CAMPAIGN_PATHS,
  ...OWNED_PATHS,
  ...PIXEL_PATHS,
  ...SITE_LIST_PATHS,
  ...CREATIVE_PATHS,
  ...LINE_PATHS,
  ...DICTIONARY_PATHS,
  AVAILABLE_SEGMENTS_PATH,
  ...AUDIENCE_PATHS,
];
