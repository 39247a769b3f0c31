import type { Change, Key, Reader } from '../../kernel/core/database.ts';
import { attributesOf } from '../../kernel/db/document.ts';
import { itemKind } from '../../kernel/db/table.ts';
import type { Timeline } from './timeline.ts';

/** How long a timeline is stored after its last report: providers deliver again for some days at most. */
const RETENTION_MS = 90 * 24 * 60 * 60 * 1000;

/** What each hook knows of the pages that name a story. */
const timelineKind = itemKind('HT#', 'expiry');
const timelineKey = ({ hookId, storyId }: TimelinePlace): Key => timelineKind.key(`${hookId}#${storyId}`);

interface TimelinePlace {
  hookId: string;
  storyId: string;
}

/** A timeline with the number of its version; 0 if there is none yet. */
export interface StoredTimeline {
  timeline: Timeline | undefined;
  version: number;
}

interface TimelineAttributes extends Pick<Timeline, 'base' | 'since'> {
  /** As JSON. */
  reports: string;
  version: number;
}

export async function getTimeline(read: Reader, place: TimelinePlace): Promise<StoredTimeline> {
  const item = await read.get(timelineKey(place));
  if (!item) return { timeline: undefined, version: 0 };
  const { reports, base, since, version } = attributesOf<TimelineAttributes>(item);
  return { timeline: { reports: JSON.parse(reports) as Timeline['reports'], base, since }, version };
}

/** Stores the next version of a timeline. Throws `lost` if another has been stored meanwhile. */
export const putTimeline = (
  place: TimelinePlace,
  { reports, base, since }: Timeline,
  { version, now, lost }: { version: number; now: Date; lost: () => Error },
): Change => ({
  put: {
    ...timelineKey(place),
    reports: JSON.stringify(reports),
    base,
    since,
    version: version + 1,
    ttl: Math.ceil((now.getTime() + RETENTION_MS) / 1000),
  },
  if: version === 0 ? 'absent' : { equals: { version } },
  onConditionFailed: lost,
});
