import { endRelations } from '../planning/relations/end-relations.ts';
import { refreshRelated } from '../planning/relations/refresh-related.ts';
import type { ItemChange } from '../kernel/db/stream-record.ts';
import { storyRelationsKind, toStoryRelations } from '../planning/story/story-relations-store.ts';
import { storyKind, storyTeamOf, toStory } from '../planning/story/story-store.ts';
import { isCreation, type Projection } from '../kernel/log/projection.ts';

/** Copies what a story has become to the stories related to it, and ends the relations of a deleted one. */
export const relations: Projection = {
  name: 'relations',
  follows: [storyKind],
  deletionsOnly: false,
  async handle(context, changes) {
    const { database, now } = context;
    // Who relates a new story to others reads what it is.
    const mattering = changes.filter((change) => mayMatter(change) && !isCreation(context, change));
    const changed = Map.groupBy(mattering, ({ key }) => storyKind.idOf(key));
    await Promise.all(
      [...changed].map(async ([id, some]) => {
        const isDeleted = some.at(-1)!.after === undefined;
        const which = some.every(staysInTeam) ? 'blocked' : 'all';
        await (isDeleted ? endRelations(database, id, now) : refreshRelated(database, id, which));
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

const staysInTeam = ({ before, after }: ItemChange): boolean =>
  before !== undefined && after !== undefined && storyTeamOf(before) === storyTeamOf(after);

/** Whether a change may concern what others show; a rebuild does not say what a story was before. */
function mayMatter({ before, after }: ItemChange): boolean {
  if (!after || !before) return true;
  const [was, is] = [toStory(before), toStory(after)];
  return was.statusId !== is.statusId || was.title !== is.title || was.reference !== is.reference;
}
