import type { Item, Reader } from '../../kernel/core/database.ts';
import { getStatusCategories } from '../../identity/status/status-categories.ts';
import { CHILDREN_MAX, type CountedChild } from './story-progress.ts';
import { findChildKeys } from './story-lookup-store.ts';
import { storyTeamOf, toStory } from './story-store.ts';

/** Reads the children of a story, the newest first. Eventually consistent. */
export async function readChildren(read: Reader, storyId: string): Promise<CountedChild[]> {
  const keys = await findChildKeys(read, storyId, CHILDREN_MAX);
  const found = await read.getMany(keys, ['doc', 'teamId']);
  const items = found.filter((item) => item !== undefined && toStory(item).triage === null) as Item[];
  const statusIds = items.map((item) => toStory(item).statusId);
  const categories = await getStatusCategories(read, statusIds);
  return items.map((item, position) => ({
    ...shownChild(item),
    teamId: storyTeamOf(item),
    category: categories.get(statusIds[position]!)!,
  }));
}

function shownChild(item: Item): Pick<CountedChild, 'reference' | 'title' | 'assigneeId'> {
  const { reference, title, assigneeId } = toStory(item);
  return { reference, title, assigneeId };
}
