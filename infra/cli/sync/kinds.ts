import type { Role } from '../../../shared/core/caller.ts';
import type { Scope } from '../../../shared/core/scopes.ts';

/** A resource as the service shows it. */
export interface Resource {
  id: string;
  [field: string]: unknown;
}

interface Kind {
  /** Its file is `<file>.jsonl`. */
  file: string;
  /** What its reader needs. */
  scopes: readonly Scope[];
  role?: Role;
  /** Fields that change without an event, or that not every answer has. */
  derived: readonly string[];
}

const feedback = { scopes: ['feedback:read'], role: 'member' } as const;

/** What a mirror contains, by the subject of its events. */
const kinds = {
  story: { file: 'stories', scopes: ['stories:read'], derived: ['autoSchedulingStatus'] },
  comment: { file: 'comments', scopes: ['comments:read', 'stories:read'], derived: ['replies'] },
  relation: { file: 'relations', scopes: ['stories:read'], derived: ['relatedStory', 'updatedAt'] },
  sprint: { file: 'sprints', scopes: ['sprints:read'], derived: ['storyCounts'] },
  objective: {
    file: 'objectives',
    scopes: ['objectives:read'],
    derived: [
      ...['forecastStartDate', 'forecastEndDate', 'forecastDaysDelta', 'scheduleStatus'],
      ...['keyResultCount', 'storyCounts'],
    ],
  },
  key_result: { file: 'key-results', scopes: ['objectives:read'], derived: ['objectiveName'] },
  label: { file: 'labels', scopes: ['labels:read'], derived: [] },
  status: { file: 'statuses', scopes: ['teams:read'], derived: [] },
  team: { file: 'teams', scopes: ['teams:read'], derived: ['memberCount'] },
  member: { file: 'members', scopes: ['members:read'], role: 'member', derived: [] },
  portal: { file: 'portals', ...feedback, derived: [] },
  feedback_item: { file: 'feedback-items', ...feedback, derived: ['voteCount', 'commentCount'] },
  feedback_comment: { file: 'feedback-comments', ...feedback, derived: [] },
  feedback_update: { file: 'feedback-updates', ...feedback, derived: [] },
} satisfies Record<string, Kind>;

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
