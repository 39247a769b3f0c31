import type { OperationContext } from '../kernel/core/call.ts';
import type { Reader } from '../kernel/core/database.ts';
import { conflict } from '../kernel/core/errors.ts';
import { deleteTeamSettings } from '../planning/team-settings/delete-team-settings.ts';
import { nounsWith } from './nouns.ts';

const OF_A_KIND_MAX = 1_000;

/** Throws a 409 if a team has work, which would be lost with it. */
export async function assertNoContents(read: Reader, teamId: string): Promise<void> {
  const places = nounsWith('ofTeam')
    .filter(({ ofTeam }) => ofTeam.deletion === 'refused')
    .flatMap(({ plural, ofTeam }) => ofTeam.partitions(teamId).map((partition) => ({ plural, partition })));
  const found = await Promise.all(
    places.map(async ({ plural, partition }) => {
      const items = await read.query({ index: 'list', partition, limit: 1 });
      return items.length > 0 ? [plural] : [];
    }),
  );
  const left = [...new Set(found.flat())];
  if (left.length === 0) return;
  throw conflict(`The team has ${left.join(' and ')}.`, 'Delete them first, also archived ones.');
}

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
