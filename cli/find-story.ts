import { ApiError } from '../shared/kernel/core/errors.ts';
import { getStory } from '../shared/planning/stories/get-story.ts';
import { getStoryByReference } from '../shared/planning/stories/get-story-by-reference.ts';
import type { Story } from '../shared/planning/story/story.ts';
import { asList } from './core/arguments.ts';
import { CommandError } from './core/command-error.ts';
import type { WorkspaceOperations } from './workspace-operations.ts';

/** The stories that arguments name, each once, with blanks or commas between them. */
export const storyNames = (texts: readonly string[]): string[] =>
  asList(texts.map((text) => text.replaceAll('#', '')).join(','));

/** Finds a story by its id or its reference, such as ENG-12 or #ENG-12. Throws a CommandError if there is none. */
export async function findStory(operations: WorkspaceOperations, sent: string): Promise<Story> {
  const text = sent.trim().replace(/^#/, '');
  try {
    if (isId(text)) return await operations.run(getStory, { path: { storyId: text.toLowerCase() } });
    return await operations.run(getStoryByReference, { path: { reference: text } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'not_found') throw new CommandError(`There is no story ${text}.`);
    if (error.code !== 'invalid_request') throw error;
    throw new CommandError(`${text} is neither a story reference, such as ENG-12, nor an id.`);
  }
}

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
