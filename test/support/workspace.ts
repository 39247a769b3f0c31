import { randomUUID } from 'node:crypto';
import type { Role } from '../../shared/kernel/core/caller.ts';
import { allScopes, type Scope } from '../../shared/kernel/core/scopes.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import type { OperatorSettings } from '../../cli/core/operations.ts';
import { createClient, type Client } from './client.ts';
import { createTestOperator } from './operator.ts';
import { databaseOf, sharedService, type ServiceAddress } from './service.ts';

interface TokenOptions {
  scopes?: readonly Scope[];
  teamIds?: string[];
  /** Whether what is written with it is only proposed. */
  writes?: 'proposed';
  /** Milliseconds; negative for a token that has expired. */
  lifetime?: number;
}

/** A person of a test's workspace, with a client that carries a token of theirs. */
export interface Person {
  /** Of the member. */
  id: string;
  /** Who they are outside of the workspace, which no response of the service reveals; empty for a service account. */
  userId: string;
  token: string;
  client: Client;
}

let codes = 0;

/** A workspace of a test's own. People and teams are made by the operator's code, as in a deployment. */
export async function newWorkspace(service: ServiceAddress = sharedService(), settings?: OperatorSettings) {
  const database = databaseOf(service);
  const operator = createTestOperator(database, settings);
  const workspace = await operator.createWorkspace({ name: 'Test', slug: `test-${randomUUID()}` });
  const { id: workspaceId } = workspace;

  const tokenFor = async (principalId: string, options: TokenOptions = {}) => {
    const { scopes = allScopes, ...rest } = options;
    const fields = {
      workspaceId,
      principalId,
      principalKind: 'user' as const,
      name: 'Test token',
      scopes,
      ...rest,
    };
    return await operator.createToken(fields);
  };

  return {
    ...workspace,
    path: `/api/v1/workspaces/${workspaceId}`,
    database,
    operator,
    tokenFor,
    /** A client with another token of a person. */
    clientFor: async (principalId: string, options: TokenOptions = {}) =>
      createClient(service.baseUrl, (await tokenFor(principalId, options)).token),

    async team(
      fields: Partial<Pick<Team, 'name' | 'code' | 'private' | 'estimateScheme'>> = {},
    ): Promise<Team> {
      const code = `T${(codes++).toString(36).toUpperCase().padStart(3, '0')}`;
      const defaults = { name: `Team ${code}`, code, color: '#4f46e5', private: false, sprintsEnabled: true };
      return await operator.createTeam({ workspaceId, ...defaults, estimateScheme: 'points', ...fields });
    },

    async person(role: Role, teams: readonly Team[] = [], options: TokenOptions = {}): Promise<Person> {
      const email = `${randomUUID()}@example.com`;
      const { id } = await operator.addMember({ workspaceId, name: `A ${role}`, email, role });
      for (const { id: teamId } of teams) await operator.joinTeam({ workspaceId, teamId, principalId: id });
      const [{ token }, { userId }] = await Promise.all([
        tokenFor(id, options),
        operator.personOf({ workspaceId, id }),
      ]);
      return { id, userId, token, client: createClient(service.baseUrl, token) };
    },

    async serviceAccount(teams: readonly Team[] = [], scopes: readonly Scope[] = allScopes): Promise<Person> {
      const teamIds = teams.map(({ id }) => id);
      const account = await operator.createServiceAccount(workspaceId, {
        name: 'A program',
        teamIds,
        scopes,
      });
      const { token } = await operator.createToken({
        workspaceId,
        principalId: account.id,
        principalKind: 'serviceAccount',
        name: 'Test key',
        scopes,
      });
      return { id: account.id, userId: '', token, client: createClient(service.baseUrl, token) };
    },
  };
}

/** The email address of a person of a workspace. */
export async function addressOf(
  { id, operator }: Pick<TestWorkspace, 'id' | 'operator'>,
  memberId: string,
): Promise<string> {
  const member = await operator.getMember(id, memberId);
  if (!member?.email) throw new Error(`${memberId} is no member with an address.`);
  return member.email;
}

export type TestWorkspace = Awaited<ReturnType<typeof newWorkspace>>;

export const newKey = (): string => randomUUID();

/** Creates a story as a client and returns it; throws where that does not answer 201. */
export async function createStoryAs(
  client: Client,
  workspace: { path: string },
  body: Record<string, unknown>,
): Promise<Story> {
  const answer = await client.post(
    `${workspace.path}/stories`,
    { title: 'A story', ...body },
    { 'idempotency-key': newKey() },
  );
  if (answer.status !== 201) throw new Error(`createStory answered ${answer.status}: ${answer.text}`);
  return answer.json.data as Story;
}
