import { createReader } from '../../kernel/db/reader.ts';
import { systemClock } from '../../kernel/core/clock.ts';
import type { Database } from '../../kernel/core/database.ts';
import { getTeamItems, listAllTeamIds, toTeam } from '../../identity/team/team-store.ts';
import type { FinishedDeletion } from '../../kernel/log/projection.ts';
import { recountTeam } from './recount-team.ts';

/** Recounts the teams of a workspace one by one, and corrects what differs. */
export async function recountWorkspace(database: Database, workspaceId: string): Promise<FinishedDeletion> {
  const read = createReader(database);
  const items = await getTeamItems(read, await listAllTeamIds(read, workspaceId));
  const teams = items.flatMap((item) => (item ? [toTeam(item)] : []));
  let corrected = 0;
  const left: string[] = [];
  for (const { id, code } of teams) {
    const recount = await recountTeam(database, { id, code }, systemClock, { fix: true });
    corrected += recount.found.drift.length + recount.found.behind.length + recount.found.dangling.length;
    const names = [...recount.left.drift.map(({ name }) => name), ...recount.left.busy];
    left.push(...new Set(names.map((name) => `${code} ${name}`)));
  }
  return { corrected, left };
}
