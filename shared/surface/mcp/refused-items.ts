import type { Arguments } from '../../kernel/api/mcp/tool.ts';
import type { ApiError } from '../../kernel/core/errors.ts';

const refused = new WeakMap<Arguments, ApiError>();
const sent = new WeakMap<Arguments, string>();

/** Notes why one of several items means nothing, which does not stop the others. */
export const refuseItem = (item: Arguments, error: ApiError): void => {
  refused.set(item, error);
};

export const refusalOf = (item: Arguments): ApiError | undefined => refused.get(item);

/** Notes what the caller calls the story of an item that has its id now: a refusal repeats that. */
export const noteSentStory = (item: Arguments, story: unknown): void => {
  if (typeof story === 'string') sent.set(item, story);
};

/** What the caller calls the story of an item; undefined of a new one. */
export function sentStoryOf(item: Arguments): string | undefined {
  const { storyId, story = storyId } = item;
  return sent.get(item) ?? (typeof story === 'string' ? story : undefined);
}
