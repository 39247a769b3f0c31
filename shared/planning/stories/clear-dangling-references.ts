import { writeConflict } from '../../kernel/core/errors.ts';
import { commit } from '../../kernel/db/write.ts';
import { getKeyResultWithObjective } from '../key-results/key-result-store.ts';
import { nextTimestamp } from '../../kernel/core/clock.ts';
import { getObjectiveReference } from '../objective/objective-store.ts';
import { getSprintTeam } from '../sprints/sprint-store.ts';
import type { Story } from '../story/story.ts';
import { toStory, replaceStory } from '../story/story-store.ts';
import type { Item, Reader, Database } from '../../kernel/core/database.ts';

export type Link = 'sprintId' | 'objectiveId' | 'keyResultId';

/**
 * Returns the stories of items by id, after removing references to deleted sprints, objectives and key
 * results; affected stories are updated first. Throws WriteConflict if a story was changed concurrently.
 */
export async function clearDanglingReferences(
  database: Database,
  read: Reader,
  items: readonly Item[],
  now: Date,
): Promise<Map<string, Story>> {
  const exists = createExistenceCheck(read);
  const checked = await Promise.all(
    items.map(async (item) => {
      const story = toStory(item);
      const missing = await missingLinks(exists, story);
      return missing.length > 0 ? await clearReferences(database, item, missing, now) : story;
    }),
  );
  return new Map(checked.map((story) => [story.id, story]));
}

/** The referenced resources that have been deleted. */
export async function missingLinks(exists: ExistenceCheck, story: Pick<Story, Link>): Promise<Link[]> {
  const links = (['sprintId', 'objectiveId', 'keyResultId'] as const).filter((link) => story[link] !== null);
  const found = await Promise.all(links.map((link) => exists(link, story[link]!)));
  return links.filter((_, position) => !found[position]);
}

/** Writes a story without some of its references. A key result is removed together with its objective. */
export async function clearReferences(
  database: Database,
  item: Item,
  links: readonly Link[],
  now: Date,
): Promise<Story> {
  const story = toStory(item);
  const cleared = Object.fromEntries(links.map((link) => [link, null]));
  const next = { ...story, ...cleared, updatedAt: nextTimestamp(now, story.updatedAt) };
  if (next.objectiveId === null) next.keyResultId = null;
  await commit(database, [replaceStory(next, item, writeConflict)]);
  return next;
}

export type ExistenceCheck = (link: Link, id: string) => Promise<boolean>;

/** Returns a function that checks whether resources exist. Each is looked up once, however many stories refer to it. */
export function createExistenceCheck(read: Reader): ExistenceCheck {
  const asked = new Map<string, Promise<boolean>>();
  const ask: Record<Link, (id: string) => Promise<unknown>> = {
    sprintId: (id) => getSprintTeam(read, id),
    objectiveId: (id) => getObjectiveReference(read, id),
    keyResultId: (id) => getKeyResultWithObjective(read, id),
  };
  return (link, id) => {
    const known = asked.get(id) ?? ask[link](id).then((found) => found !== undefined);
    asked.set(id, known);
    return known;
  };
}
