import { nounsWith, type NounWith } from '../../shared/nouns/nouns.ts';

/** A resource as the service shows it. */
export interface MirroredResource {
  id: string;
  [field: string]: unknown;
}

/** The contents of a mirror: the nouns that are mirrored. */
export const kinds = nounsWith('mirror');

/** The name of a mirrored noun, which its events begin with. */
export type KindName = NounWith<'mirror'>['name'];

const byName = new Map<string, NounWith<'mirror'>>(kinds.map((kind) => [kind.name, kind]));

export const isKind = (name: string): name is KindName => byName.has(name);

export const kindOf = (name: KindName): NounWith<'mirror'> => byName.get(name)!;

/** A resource without what is derived. */
export function withoutDerived(kind: KindName, resource: MirroredResource): MirroredResource {
  const rest = Object.entries(resource).filter(([field]) => !kindOf(kind).mirror.derived.includes(field));
  const copy = Object.fromEntries(rest) as MirroredResource;
  return kind === 'relation' ? oneWay(copy) : kind === 'story' ? untilChanged(copy) : copy;
}

/** A story whose snooze ends without an event, so that a mirror has it as snoozed until someone decides. */
function untilChanged(story: MirroredResource): MirroredResource {
  const triage = story['triage'] as { until: string | null } | null;
  return triage?.until ? { ...story, triage: { ...triage, state: 'snoozed' } } : story;
}

const forward: Readonly<Record<string, string>> = { blocked_by: 'blocks', duplicated_by: 'duplicates' };

/** A relation in the same form from both of its stories. */
function oneWay(relation: MirroredResource): MirroredResource {
  const type = String(relation['type']);
  const [storyId, relatedStoryId] = [String(relation['storyId']), String(relation['relatedStoryId'])];
  const turned =
    type === 'blocked_by' || type === 'duplicated_by' || (type === 'relates_to' && storyId > relatedStoryId);
  if (!turned) return relation;
  return { ...relation, type: forward[type] ?? type, storyId: relatedStoryId, relatedStoryId: storyId };
}
