import type { EventSubject } from '../../../shared/webhooks/webhook.ts';

/** A resource as the service shows it. */
export interface Resource {
  id: string;
  [field: string]: unknown;
}

interface Kind {
  /** Its file is `<file>.jsonl`. */
  file: string;
  /** Fields that change without an event, or that not every answer has. */
  derived: readonly string[];
}

/** What a mirror contains, by the subject of its events. */
const kinds = {
  story: { file: 'stories', derived: ['autoSchedulingStatus'] },
  comment: { file: 'comments', derived: ['replies'] },
  relation: { file: 'relations', derived: ['relatedStory', 'updatedAt'] },
  sprint: { file: 'sprints', derived: ['storyCounts'] },
  objective: {
    file: 'objectives',
    derived: [
      ...['forecastStartDate', 'forecastEndDate', 'forecastDaysDelta', 'scheduleStatus'],
      ...['keyResultCount', 'storyCounts'],
    ],
  },
  key_result: { file: 'key-results', derived: ['objectiveName'] },
  label: { file: 'labels', derived: [] },
  status: { file: 'statuses', derived: [] },
  team: { file: 'teams', derived: ['memberCount'] },
  member: { file: 'members', derived: [] },
  portal: { file: 'portals', derived: [] },
  feedback_item: { file: 'feedback-items', derived: ['voteCount', 'commentCount'] },
  feedback_comment: { file: 'feedback-comments', derived: [] },
  feedback_update: { file: 'feedback-updates', derived: [] },
} satisfies Record<EventSubject, Kind>;

export type KindName = keyof typeof kinds;

export const kindNames = Object.keys(kinds) as KindName[];

export const isKind = (name: string): name is KindName => Object.hasOwn(kinds, name);

/** The kind as any other; the table above has the exact types. */
export const kindOf = (name: KindName): Kind => kinds[name];

/** A resource without what is derived. */
export function stored(kind: KindName, resource: Resource): Resource {
  const rest = Object.entries(resource).filter(([field]) => !kindOf(kind).derived.includes(field));
  const copy = Object.fromEntries(rest) as Resource;
  return kind === 'relation' ? oneWay(copy) : copy;
}

const forward: Readonly<Record<string, string>> = { blocked_by: 'blocks', duplicated_by: 'duplicates' };

/** A relation in the same form from both of its stories. */
function oneWay(relation: Resource): Resource {
  const type = String(relation['type']);
  const [storyId, relatedStoryId] = [String(relation['storyId']), String(relation['relatedStoryId'])];
  const turned =
    type === 'blocked_by' || type === 'duplicated_by' || (type === 'relates_to' && storyId > relatedStoryId);
  if (!turned) return relation;
  return { ...relation, type: forward[type] ?? type, storyId: relatedStoryId, relatedStoryId: storyId };
}
