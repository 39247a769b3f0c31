import type { Item, Reader } from '../../kernel/core/database.ts';
import { getStatusCategories } from '../../identity/status/status-categories.ts';
import { countsItemWith } from '../counts/counts-store.ts';
import type { CounterName } from '../counts/story-counts.ts';
import { isUnfinished } from '../story/story-relations.ts';
import { storySize } from '../story/story-size.ts';
import type { Story } from '../story/story.ts';
import type { HypotheticalStory } from './hypothetical-stories.ts';

/** An objective or a sprint by its partition key, and which stories are its own. */
interface Owner {
  pk: string;
  owns: (story: Story) => boolean;
}

/** Archived stories, and those in triage, are in no counter. */
const isCounted = ({ archivedAt, triage }: Story): boolean => archivedAt === null && triage === null;

/** The counters of owners as they would be with other stories. */
export async function talliesWith(
  read: Reader,
  stories: readonly HypotheticalStory[],
  owners: readonly Owner[],
): Promise<Item[]> {
  const versions = stories.flatMap(({ was, would }) => [was, would].filter((story) => story !== undefined));
  const categories = await getStatusCategories(
    read,
    versions.map(({ statusId }) => statusId),
  );
  const add = (counters: Map<CounterName, number>, story: Story, sign: 1 | -1) => {
    const category = categories.get(story.statusId)!;
    counters.set(category, (counters.get(category) ?? 0) + sign);
    if (isUnfinished(category))
      counters.set('remainingSize', (counters.get('remainingSize') ?? 0) + sign * storySize(story));
  };
  return await Promise.all(
    owners.map(async ({ pk, owns }) => {
      const counters = new Map<CounterName, number>();
      for (const { was, would } of stories) {
        if (was && isCounted(was) && owns(was)) add(counters, was, -1);
        if (isCounted(would) && owns(would)) add(counters, would, 1);
      }
      return await countsItemWith(read, pk, counters);
    }),
  );
}
