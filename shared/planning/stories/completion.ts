import type { Caller } from '../../kernel/core/caller.ts';
import type { Item, Reader } from '../../kernel/core/database.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import { getTeamRules } from '../../identity/team/team-store.ts';
import { formerWorkersOf } from '../story-parts/claim-store.ts';
import type { Story } from '../story/story.ts';
import type { StoryDraft } from '../story/story-rules.ts';

/**
 * Throws a 403 if an update would complete a story of a team with `reviewRequired` and its caller has worked on the story,
 * or is no person. What is only proposed is checked when someone accepts it.
 */
export async function assertMayComplete(
  read: Reader,
  caller: Caller,
  { item, story, next }: { item: Item; story: Story; next: Story },
): Promise<void> {
  const isCompletedHere = story.completedAt !== null && story.teamId === next.teamId;
  if (isCompletedHere || caller.isTrial) return;
  const team = await getTeamRules(read, next.teamId);
  if (!team?.reviewRequired) return;
  assertPerson(caller);
  const workers = [
    ...formerWorkersOf(item),
    ...[story, next].flatMap(({ assigneeId, claim }) => [assigneeId, claim?.holder.id]),
  ].filter((id) => typeof id === 'string');
  if (workers.length === 0) throw reviewRequired('No one is known to have worked on the story.', ASSIGN);
  if (workers.includes(caller.principalId)) throw reviewRequired('You have worked on this story.', ASK);
}

/** Throws a 403 for a new completed story in such a team, unless an admin imports what someone else has done. */
export function assertMayCreateCompleted(
  caller: Caller,
  { importedAt, assigneeId }: Pick<StoryDraft, 'importedAt' | 'assigneeId'>,
): void {
  if (caller.isTrial) return;
  assertPerson(caller);
  if (importedAt === null)
    throw reviewRequired('The team reviews stories before they are completed.', CREATE);
  if (assigneeId === caller.principalId) throw reviewRequired('You have worked on this story.', ASK);
}

function assertPerson({ kind, actor }: Caller): void {
  if (kind === 'serviceAccount' || actor.via === 'rule')
    throw reviewRequired('In this team, people complete stories, not programs or rules.', PERSON);
}

const OFF = 'An admin can switch reviewRequired of the team off.';
const ASK = `Ask another person of the team to complete it. ${OFF}`;
const ASSIGN = `Assign who has; another person can then complete it. ${OFF}`;
const CREATE = `Create it in another status; a person who has not worked on it completes it. ${OFF}`;
const PERSON = `Leave it in a status before, and ask a person who has not worked on it; a credential with proposed writes can propose it. ${OFF}`;

const reviewRequired = (message: string, hint: string): ApiError =>
  new ApiError('review_required', message, { hint });
