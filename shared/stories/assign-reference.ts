import { invalidReference } from '../core/errors.ts';
import type { OperationContext } from '../core/call.ts';
import { storyCounter, type TeamRules } from '../teams/team-store.ts';
import type { Story } from './story.ts';
import { withReference, type StoryDraft } from './story-rules.ts';

/**
 * Assigns a story the next number of its team and the team's current code. The team was read earlier; a newer
 * code, or a deletion in progress, is stored with the counter, so no story gets an outdated code or is
 * created in a deleted team. Drawing a number makes a concurrent code change or
 * deletion fail.
 */
export async function assignReference(
  draft: StoryDraft,
  team: TeamRules,
  drawNumber: OperationContext['drawNumber'],
): Promise<Story> {
  const { count, code, closed } = await drawNumber(storyCounter(team.id));
  if (closed) {
    throw invalidReference([{ path: 'teamId', message: 'is not a team that this credential can access' }]);
  }
  return withReference(draft, (code as string | undefined) ?? team.code, count);
}
