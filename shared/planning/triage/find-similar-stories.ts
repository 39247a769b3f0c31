import type { OperationContext } from '../../kernel/core/call.ts';
import { rank } from '../../kernel/read-model/rank.ts';
import { queryModels } from '../../kernel/read-model/sandbox-models.ts';
import { parseTextQuery } from '../../kernel/words/text-query.ts';
import type { Story } from '../story/story.ts';
import { storyModel } from '../story/story-index.ts';
import { getListedStoryItems, showStory, storyKeyOf, storyTeamOf } from '../story/story-store.ts';

/** Stories in triage are found by no search; these are the others, archived or not. */
const condition = { sql: 'document.archived IN (0, 1)', values: [] };

/** The words of a title, without what would exclude or quote some. */
const wordsIn = (title: string): string => title.replaceAll(/["-]/g, ' ');

/** Finds stories that have words of a story's title, the most similar first. */
export async function findSimilarStories(
  context: Pick<OperationContext, 'caller' | 'read' | 'setting' | 'now'>,
  { id, title }: Story,
  limit: number,
): Promise<Story[]> {
  const { caller, read, now } = context;
  const query = parseTextQuery(wordsIn(title));
  const found = await queryModels(storyModel, [...caller.teamIds], context, (model) =>
    rank(model, query, { condition, level: 'any', limit: limit + 1 }),
  );
  const ids = found
    .flat()
    .sort((one, other) => other.score - one.score || (one.id < other.id ? 1 : -1))
    .map((one) => one.id)
    .filter((one) => one !== id)
    .slice(0, limit);
  const items = await getListedStoryItems(read, ids.map(storyKeyOf));
  return items.flatMap((item) =>
    item && caller.teamIds.has(storyTeamOf(item)) ? [showStory(item, now)] : [],
  );
}
