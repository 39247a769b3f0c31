import { writeConflict } from '../../kernel/core/errors.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { retryOnConflict } from '../../kernel/db/retry-on-conflict.ts';
import { commit } from '../../kernel/db/write.ts';
import { getStatusCategories } from '../../identity/status/status-categories.ts';
import { getStoryItem, storyTeamOf, toStory } from '../story/story-store.ts';
import type { StoryRelation } from '../story/story-relations.ts';
import { getStoryRelations, replaceStoryRelations } from '../story/story-relations-store.ts';
import { moveRelation, relationKind, relationTeamOf, toStoredRelation } from './relation-store.ts';
import type { Database, Reader } from '../../kernel/core/database.ts';

/**
 * Copies what a story is now to the relations of the stories that it blocks or, with `all`, of all that are related to
 * it. Idempotent.
 */
export async function refreshRelated(
  database: Database,
  storyId: string,
  which: 'blocked' | 'all',
): Promise<void> {
  if (which === 'all') await moveOwnRelations(database, storyId);
  const stored = await getStoryRelations(createReader(database), storyId);
  const related = (stored?.relations ?? []).filter(({ type }) => which === 'all' || type === 'blocks');
  const ids = new Set(related.map((relation) => relation.storyId));
  await Promise.all([...ids].map((id) => refreshOne(database, id, storyId)));
}

async function refreshOne(database: Database, storyId: string, relatedId: string): Promise<void> {
  const refresh = async () => {
    const read = createReader(database);
    // First the copy, then the story: a process that copies a later version of the story changes the copy.
    const stored = await getStoryRelations(read, storyId);
    if (!stored?.relations.some((one) => one.storyId === relatedId)) return;
    const now = await copyOf(read, relatedId);
    if (!now) return;
    const relations = stored.relations.map((one) => (one.storyId === relatedId ? copiedTo(one, now) : one));
    if (JSON.stringify(relations) === JSON.stringify(stored.relations)) return;
    await commit(database, [replaceStoryRelations(stored, relations, writeConflict)]);
  };
  // Retries until no other change comes in between, because no one would ask for it again.
  await retryOnConflict(refresh, { attempts: Infinity });
}

type Copy = Required<Pick<StoryRelation, 'teamId' | 'blocker'>>;

const copiedTo = (relation: StoryRelation, { teamId, blocker }: Copy): StoryRelation => ({
  ...relation,
  teamId,
  ...(relation.type === 'blocked_by' ? { blocker } : {}),
});

async function copyOf(read: Reader, storyId: string): Promise<Copy | undefined> {
  const item = await getStoryItem(read, storyId);
  if (!item) return undefined;
  const { reference, title, statusId } = toStory(item);
  const categories = await getStatusCategories(read, [statusId]);
  return {
    teamId: storyTeamOf(item),
    blocker: { reference, title, statusId, statusCategory: categories.get(statusId)! },
  };
}

/** Stores the relations of a story with the team that it is in now. */
async function moveOwnRelations(database: Database, storyId: string): Promise<void> {
  const move = async () => {
    const read = createReader(database);
    const [story, stored] = await Promise.all([
      getStoryItem(read, storyId),
      getStoryRelations(read, storyId),
    ]);
    if (!story || !stored) return;
    const teamId = storyTeamOf(story);
    const items = await Promise.all(stored.relations.map(({ id }) => read.get(relationKind.key(id))));
    for (const item of items) {
      const isOwn = item && toStoredRelation(item).storyId === storyId;
      if (isOwn && relationTeamOf(item) !== teamId) {
        await commit(database, [moveRelation(item, teamId, writeConflict)]);
      }
    }
    if (stored.teamId === teamId) return;
    await commit(database, [replaceStoryRelations({ ...stored, teamId }, stored.relations, writeConflict)]);
  };
  await retryOnConflict(move, { attempts: Infinity });
}
