import type { OperationContext } from '../../kernel/core/call.ts';
import { deleteCadence } from '../cadence/cadence-store.ts';
import { deleteTriageAddressOfTeam } from '../triage-mail/triage-address-store.ts';
import { deleteOrphanedView, viewsOfTeam } from '../views/view-store.ts';

const VIEWS_MAX = 1_000;

/** Deletes the cadence, the mail address and the views of a deleted team, which are no nouns. */
export async function deleteTeamSettings(
  { read, tryWrite }: OperationContext,
  teamId: string,
): Promise<void> {
  await tryWrite([...deleteCadence(teamId), deleteTriageAddressOfTeam(teamId)]);
  for (const item of await read.query({ index: 'list', partition: viewsOfTeam(teamId), limit: VIEWS_MAX }))
    await tryWrite([deleteOrphanedView(item)]);
}
