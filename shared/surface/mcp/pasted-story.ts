import { trimmedName } from '../../kernel/core/name-key.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { isReference } from '../../planning/stories/story-tool.ts';

/** The arguments that name stories; a comment's parentId and the id of other things are left as they are. */
const STORY_ARGUMENTS: ReadonlySet<string> = new Set([
  'id',
  'parentId',
  'relatedStory',
  'relatedStoryId',
  'resourceIds',
  'stories',
  'story',
  'storyId',
  'storyIds',
]);

/** The address of a story's page, or of the story in the API. */
const ADDRESS = /^https?:\/\/[^/]+\/(?:[^?#]*\/)?stories\/(?<story>[^/?#]+)\/?(?:[?#].*)?$/i;

/**
 * The value of an argument, with the id or reference of a story where people paste more: blanks at the edges, `#ENG-184`,
 * or the address of its page.
 */
export function withoutPastedParts(argument: string, value: unknown): unknown {
  if (!STORY_ARGUMENTS.has(argument)) return value;
  if (Array.isArray(value)) return value.map((one: unknown) => storyIn(one));
  return storyIn(value);
}

function storyIn(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = trimmedName(value.normalize('NFKC'));
  const story = ADDRESS.exec(text)?.groups!['story'] ?? text.replace(/^#/, '');
  return isReference(story) || uuid().safeParse(story).success ? story : value;
}
