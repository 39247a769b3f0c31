import type { RunningService } from '../../infra/local/start.ts';
import { allScopes } from '../../shared/kernel/core/scopes.ts';
import { createTestOperator } from '../support/operator.ts';
import { openDatabase } from './fixture.ts';

export interface BenchTeam {
  workspaceId: string;
  teamId: string;
  token: string;
}

/** Makes a workspace with one team, and a token with all scopes of an admin who is in it. */
export async function newTeam(local: RunningService): Promise<BenchTeam> {
  const database = openDatabase({ ...local, tableName: local.tableName() });
  const operator = createTestOperator(database);
  const { id: workspaceId } = await operator.createWorkspace({ name: 'Bench', slug: 'bench' });
  const person = { workspaceId, name: 'Bea', email: 'bea@example.com', role: 'admin' as const };
  const { id: principalId } = await operator.addMember(person);
  const look = { color: '#4f46e5', private: false, sprintsEnabled: true, estimateScheme: 'points' as const };
  const { id: teamId } = await operator.createTeam({ workspaceId, name: 'One', code: 'ONE', ...look });
  await operator.joinTeam({ workspaceId, teamId, principalId });
  const fields = { workspaceId, principalId, principalKind: 'user' as const, name: 'Bench' };
  const { token } = await operator.createToken({ ...fields, scopes: allScopes });
  database.client.destroy();
  return { workspaceId, teamId, token };
}
