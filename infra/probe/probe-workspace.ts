import { resolveWorkspace } from '../../cli/core/find.ts';
import { createOperator } from '../../cli/operator.ts';
import { createTeam } from '../../shared/identity/teams/create-team.ts';
import { createWorkspace } from '../../shared/identity/workspaces/create-workspace.ts';
import { ApiError } from '../../shared/kernel/core/errors.ts';
import { allScopes } from '../../shared/kernel/core/scopes.ts';
import { addMember } from '../../shared/identity/members/add-member.ts';
import { listMembers } from '../../shared/identity/members/list-members.ts';
import { addTeamMember } from '../../shared/identity/teams/add-team-member.ts';
import { listTeams } from '../../shared/identity/teams/list-teams.ts';
import { createToken } from '../../shared/identity/tokens/create-token.ts';
import type { Database } from '../../shared/kernel/core/database.ts';

const SLUG = 'plotline-probe';
const TOKEN_LIFETIME_MS = 60 * 60 * 1_000;

/** A workspace of the probe's own, and a token for it that lasts an hour. */
export interface ProbeWorkspace {
  workspaceId: string;
  teamId: string;
  token: string;
}

/** Creates the probe's workspace, or takes the one of an earlier run; it stays, with a story for each run. */
export async function openProbeWorkspace(database: Database): Promise<ProbeWorkspace> {
  const operator = createOperator(database);
  try {
    await operator.outside.run(createWorkspace, { body: { name: 'Plotline probe', slug: SLUG } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
  const { id: workspaceId } = await resolveWorkspace(operator, SLUG);
  const operations = operator.within(workspaceId);
  const [known] = await operations.list(listTeams);
  const team =
    known ?? (await operations.run(createTeam, { body: { name: 'Probe', code: 'PRB', color: '#4f46e5' } }));
  const [someone] = await operations.list(listMembers);
  const member = someone ?? (await operations.run(addMember, { body: { name: 'Probe', role: 'admin' } }));
  await operations.run(addTeamMember, { path: { teamId: team.id }, body: { memberId: member.id } });
  const expiresAt = new Date(Date.now() + TOKEN_LIFETIME_MS).toISOString();
  const body = { memberId: member.id, name: 'Probe', scopes: allScopes, expiresAt };
  const { secret } = await operations.runForSecret(createToken, { body });
  return { workspaceId, teamId: team.id, token: secret };
}
