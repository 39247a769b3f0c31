import type { Form } from '../../kernel/api/http/form.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import { getStoryByReference } from '../../planning/stories/get-story-by-reference.ts';
import { listStories } from '../../planning/stories/list-stories.ts';
import type { Story } from '../../planning/story/story.ts';
import { PageError } from '../session/page-error.ts';
import type { StoryChoice } from '../kit/page.ts';
import type { MemberCall } from './member-call.ts';
import { isReference } from './story-by-reference.ts';
import { run } from '../kit/run-operation.ts';

/** The most stories to choose from. */
const MATCHES_MAX = 8;

/** The id of the story that a person has named or chosen, or those that the words of a form can mean. */
interface StoryMatches {
  exact?: string;
  matches: readonly StoryChoice[];
}

/**
 * The stories that a form can mean, among those of one team or of all: the one of its reference, or that was chosen,
 * unless other words were written since; else those that its words find. Throws a 400 at its field for a reference of no
 * story.
 */
export async function findStoryMatches(
  member: MemberCall,
  form: Form,
  among: { teamId?: string } = {},
): Promise<StoryMatches> {
  const text = (form['related'] ?? '').trim();
  const { chosen, found } = form;
  const isChosen = chosen !== undefined && text === found;
  const reference = isChosen ? chosen : text;
  if (isReference(reference)) return { exact: (await storyOf(member, reference)).id, matches: [] };
  if (text === '') return { matches: [] };
  const query = { ...among, q: text, limit: MATCHES_MAX + 1 };
  const data = await run(member, listStories, { query }).catch((error: unknown) => {
    // Words that cannot be searched for find none.
    if (error instanceof ApiError && error.status === 400) return [];
    throw error;
  });
  const own = member.call.request.parameters['storyId'];
  const others = data.filter(({ id }) => id !== own).slice(0, MATCHES_MAX);
  return { matches: others.map(({ id, reference: name, title }) => ({ id, reference: name, title })) };
}

async function storyOf(member: MemberCall, typed: string): Promise<Story> {
  const reference = typed.toUpperCase();
  try {
    return await run(member, getStoryByReference, { path: { reference } });
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 404 && error.status !== 400)) throw error;
    throw new PageError(400, 'error.refused', (t) => t.text('tools.noStory', { reference }), {
      field: 'related',
    });
  }
}
