import type { OperationContext } from '../../kernel/core/call.ts';
import type { Item, Key, Reader } from '../../kernel/core/database.ts';
import { objectiveKind } from '../objective/objective-store.ts';
import { sprintKind } from '../sprints/sprint-store.ts';
import { startedAtOf, storyItem, storyKind, toStory } from '../story/story-store.ts';
import type { HypotheticalStory } from './hypothetical-stories.ts';

/** An item as a proposal would leave it; null for one that it would delete. */
export interface ProposedItem {
  key: Key;
  item: Item | null;
}

/** Reads what an open proposal would write, from a room above. Throws a 400 for one that the caller does not see. */
export type LoadProposed = (
  call: Pick<OperationContext, 'caller' | 'read' | 'now'>,
  proposalId: string,
) => Promise<ProposedItem[]>;

/** What is proposed of stories, objectives and sprints. */
export interface ProposedPlan {
  stories: HypotheticalStory[];
  objectiveIds: string[];
  sprintIds: string[];
  /** All items as they would be. */
  items: Item[];
}

/** What proposed items would change of a plan. What was changed after it was proposed stays as it is. */
export async function proposedPlan(
  read: Reader,
  proposed: readonly ProposedItem[],
  now: Date,
): Promise<ProposedPlan> {
  const present = await Promise.all(proposed.map(({ key }) => read.get(key)));
  const places = proposed.map((one, position) => ({ ...one, was: present[position] }));
  const current = places.filter(({ item, was }) => !item || !was || versionOf(was) <= versionOf(item));
  const stories = current.filter(({ key }) => storyKind.includes(key)).flatMap((one) => storyOf(one, now));
  const idsOf = ({ includes, idOf }: typeof objectiveKind) =>
    current.filter(({ key, item }) => item && includes(key)).map(({ key }) => idOf(key));
  return {
    stories,
    objectiveIds: idsOf(objectiveKind),
    sprintIds: idsOf(sprintKind),
    items: current.flatMap(({ item }) => item ?? []),
  };
}

const versionOf = (item: Item): string => (item['updatedAt'] as string | undefined) ?? '';

/** A story as it is and would be. One that would be deleted is in no plan, like an archived one. */
function storyOf(
  { item, was }: { item: Item | null; was: Item | undefined },
  now: Date,
): HypotheticalStory[] {
  const former = was && toStory(was);
  if (item) return [{ was: former, would: toStory(item), item }];
  if (!former) return [];
  const gone = { ...former, archivedAt: now.toISOString(), autoSchedulingEnabled: false };
  return [{ was: former, would: gone, item: storyItem(gone, startedAtOf(was)) }];
}
