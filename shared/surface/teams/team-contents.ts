import type { OperationContext } from '../../kernel/core/call.ts';
import { deleteContents as deleteNouns } from '../../nouns/team-contents.ts';
import { deleteRulesOfTeam } from '../rules/delete-rules-of-team.ts';

export { assertNoContents } from '../../nouns/team-contents.ts';

/** Deletes what goes with a deleted team, which is no longer accessible. */
export async function deleteContents(call: OperationContext, teamId: string): Promise<void> {
  await deleteNouns(call, teamId);
  await deleteRulesOfTeam(call, teamId);
}
