import type { Form } from '../../kernel/api/http/form.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import type { FeedbackItem } from '../../feedback/items/item.ts';
import type { Story } from '../../planning/story/story.ts';
import { PageError } from '../session/page-error.ts';
import { isReference } from '../planning/story-by-reference.ts';
import type { TeamCall } from './team-call.ts';
import { run } from '../kit/run-operation.ts';

/** A story that the words of a link can mean. */
export type StoryChoice = Pick<Story, 'id' | 'reference' | 'title'>;

/** The most stories to choose from. */
const OFFERED_MAX = 8;
/** The most stories that are read, of which the idea may have some. */
const SEARCHED_MAX = 25;

/** The reference that a link names: the one that was chosen, unless other words were written since; else the written one. */
export function linkedReference({ reference = '', chosenStory: chosen, found }: Form): string {
  const text = reference.trim();
  return (chosen !== undefined && text === found ? chosen : text).toUpperCase();
}

/**
 * The stories that the words of a link find, without those that the item has; none for a reference. Throws a PageError at
 * the field where no other story has the words.
 */
export async function storiesToChoose(
  team: TeamCall,
  item: FeedbackItem,
  form: Form,
): Promise<StoryChoice[]> {
  const text = (form['reference'] ?? '').trim();
  if (text === '' || isReference(linkedReference(form))) return [];
  const found = (await findStories(team, text))
    .filter(({ id }) => !item.storyIds.includes(id))
    .slice(0, OFFERED_MAX);
  if (found.length === 0)
    throw new PageError(400, 'error.refused', 'story.noneFound', { field: 'reference' });
  return found;
}

async function findStories(team: TeamCall, q: string): Promise<Story[]> {
  // Few requests search for stories, and the function is near its limit of size.
  const { listStories } = await import('../../planning/stories/list-stories.ts');
  try {
    return await run(team, listStories, { query: { q, limit: SEARCHED_MAX } });
  } catch (error) {
    // Words that cannot be searched for find none.
    if (error instanceof ApiError && error.status === 400) return [];
    throw error;
  }
}
