import { endRelations } from '../planning/relations/end-relations.ts';
import { refreshBlocked } from '../planning/relations/refresh-blocked.ts';
import type { ItemChange } from '../kernel/db/stream-record.ts';
import { storyRelationsKind, toStoryRelations } from '../planning/stories/story-relations-store.ts';
import { storyKind, toStory } from '../planning/stories/story-store.ts';
import { isCreation, type Projection } from './projection.ts';

/** Tells the stories that a story blocks what it has become, and ends the relations of a deleted one. */
export const relations: Projection = {
  name: 'relations',
  follows: [storyKind],
  deletionsOnly: false,
  async handle(context, changes) {
    const { database } = context;
    // Who relates a new story to others reads what it is.
    const mattering = changes.filter((change) => mayMatter(change) && !isCreation(context, change));
    const changed = new Map(mattering.map((change) => [change.key.pk, change]));
    await Promise.all(
      [...changed.values()].map(async ({ key, after }) => {
        const id = storyKind.idOf(key);
        await (after ? refreshBlocked(database, id) : endRelations(database, id));
      }),
    );
  },
  rebuild: {
    leads: (item) => {
      if (!storyRelationsKind.includes(item)) return [];
      const { storyId, relations: stored } = toStoryRelations(item);
      return [storyId, ...stored.map((one) => one.storyId)].map((id) => ({ key: storyKind.key(id) }));
    },
  },
};

/** Whether a change may concern what others show; a rebuild does not say what a story was before. */
function mayMatter({ before, after }: ItemChange): boolean {
  if (!after || !before) return true;
  const [was, is] = [toStory(before), toStory(after)];
  return was.statusId !== is.statusId || was.title !== is.title;
}
