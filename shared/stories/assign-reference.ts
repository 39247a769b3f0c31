import { invalidReference } from '../core/errors.ts';
import type { OperationContext } from '../core/call.ts';
import { storyCounter, type TeamRules } from '../teams/team-store.ts';
import type { Story } from './story.ts';
import { withReference, type StoryDraft } from './story-rules.ts';

/**
 * Gives a story the next number of its team, and the code that goes with it. The team was read before; what
 * became of it meanwhile, another code or its deletion, stands beside the number in the counter, so that no
 * story ever carries a former code or comes into a team that is gone. A counter of which a number was drawn
 * lets neither happen.
 */
export async function assignReference(
  draft: StoryDraft,
  team: TeamRules,
  drawNumber: OperationContext['drawNumber'],
): Promise<Story> {
  const { count, code, closed } = await drawNumber(storyCounter(team.id));
  if (closed) {
    throw invalidReference([{ path: 'teamId', message: 'is not a team that this credential reaches' }]);
  }
  return withReference(draft, (code as string | undefined) ?? team.code, count);
}
