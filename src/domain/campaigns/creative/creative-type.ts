import { defineEnum, valuesOf } from '../../../resources/define/enum-type.ts';
import type { Problems } from '../../../resources/define/input.ts';

export const CREATIVE_TYPE = defineEnum('CreativeType', 'The types of creatives of each media type.', {
  DISPLAY_HOSTED: 'An image that the platform hosts.',
  DISPLAY_THIRD_PARTY: 'A banner that a third party’s code shows.',
  VIDEO_HOSTED: 'A video that the platform hosts.',
  VIDEO_THIRD_PARTY: 'A video that a third party’s code shows.',
  NATIVE_DISPLAY: 'Text and an image.',
  NATIVE_VIDEO: 'Text and a video.',
});
export const CREATIVE_TYPES = valuesOf(CREATIVE_TYPE);

/** `NATIVE_VIDEO` is of the media type `NATIVE`. */
export const mediaTypeOf = (type: string): string => type.slice(0, type.indexOf('_'));

/** A type belongs to a media type, and only third-party types have third-party code. */
export function checkType(options: {
  problems: Problems;
  creative: {
    readonly mediaType?: string;
    readonly type?: string | null;
    readonly thirdPartyCode?: string | null;
    readonly tagUrl?: string | null;
  };
}): void {
  const { problems, creative } = options;
  const { mediaType, type } = creative;
  if (type && mediaType && mediaTypeOf(type) !== mediaType) {
    const allowed = CREATIVE_TYPES.filter((name) => mediaTypeOf(name) === mediaType);
    problems.add(
      'type',
      `must be one of ${allowed.join(', ')} for a creative whose mediaType is ${mediaType}`,
    );
  }
  if (type?.endsWith('THIRD_PARTY')) return;
  for (const field of ['thirdPartyCode', 'tagUrl'] as const)
    if (creative[field] != null)
      problems.add(field, 'is only valid for the types DISPLAY_THIRD_PARTY and VIDEO_THIRD_PARTY');
}
