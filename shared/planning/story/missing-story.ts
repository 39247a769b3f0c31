import type { OperationContext } from '../../kernel/core/call.ts';
import { conflict, notFound } from '../../kernel/core/errors.ts';
import { getFromBin } from '../bin/bin-store.ts';
import { storyKeyOf, storyTeamOf } from './story-store.ts';

/** The error for restoring something of a story that is not there: a 409 if the caller can restore the story first. */
export async function missingStory(
  { caller, read, now }: Pick<OperationContext, 'caller' | 'read' | 'now'>,
  storyId: string,
): Promise<Error> {
  const deleted = await getFromBin(read, storyId, storyKeyOf(storyId), now);
  return deleted && caller.teamIds.has(storyTeamOf(deleted))
    ? conflict('The story was deleted.', 'Restore the story first.')
    : notFound('story');
}
