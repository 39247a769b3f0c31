import type { OperationContext } from '../kernel/core/call.ts';
import { deleteTeamSettings } from '../planning/team-settings/delete-team-settings.ts';
import { nounsWith } from './nouns.ts';

const OF_A_KIND_MAX = 1_000;

/** What keeps a team from being deleted: the partitions of the index `list` that must be empty, and what they hold. */
export const mustBeEmpty = (teamId: string): { plural: string; partition: string }[] =>
  nounsWith('ofTeam')
    .filter(({ ofTeam }) => ofTeam.deletion === 'refused')
    .flatMap(({ plural, ofTeam }) => ofTeam.partitions(teamId).map((partition) => ({ plural, partition })));

/** Deletes what goes with a deleted team, which is no longer accessible. */
export async function deleteContents(call: OperationContext, teamId: string): Promise<void> {
  const { read, tryWrite } = call;
  for (const { ofTeam } of nounsWith('ofTeam')) {
    const { partitions, deletion } = ofTeam;
    if (deletion === 'refused') continue;
    for (const partition of partitions(teamId)) {
      for (const item of await read.query({ index: 'list', partition, limit: OF_A_KIND_MAX }))
        await tryWrite([...deletion(item)]);
    }
  }
  await deleteTeamSettings(call, teamId);
}
