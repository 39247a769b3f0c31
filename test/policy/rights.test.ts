import { newEndedJob } from '../change-sets/new-revert-job.ts';
import { exportApi } from '../exports/export-api.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../shared/kernel/api/operation/operation-kinds.ts';
import { allOperations } from '../../shared/surface/registry.ts';
import { roles, type Role } from '../../shared/kernel/core/caller.ts';
import { allScopes } from '../../shared/kernel/core/scopes.ts';
import { sessionApi } from '../agent-sessions/session-api.ts';
import { createClient, type Client } from '../support/client.ts';
import { sharedService } from '../support/service.ts';
import { newNotification } from '../notifications/notification-api.ts';
import { newFullWorkspace, outcomeOf, sendSample } from '../support/full-workspace.ts';
import type { Ids } from '../support/sample.ts';
import { until } from '../support/until.ts';
import { createStoryAs, type Person } from '../support/workspace.ts';
import { receiverUrl } from '../webhooks/webhook-api.ts';
import { newDeleted } from './new-deleted.ts';
import { policy } from './policy.ts';

/**
 * The policy, tried from outside: each operation is called by everyone it refuses and by the weakest that it
 * serves. What to expect comes from the policy alone, and a request from the operation's schemas.
 */
const operations = Object.entries(policy).map(([id, rule]) => {
  const operation = allOperations.find((one) => one.id === id);
  if (!operation) throw new Error(`There is no operation ${id}.`);
  return [id, { rule, operation }] as const;
});

/** Owned by a team or, other ones of their kind, by the workspace. */
type Shared = Pick<Ids, 'labelId' | 'customFieldId' | 'statusId' | 'viewId'>;

let full: Awaited<ReturnType<typeof newFullWorkspace>>;
let ids: Ids;
let shared: Shared;
let people: Record<Role, Person>;
let program: Person;
let before: unknown;
/** Tokens of the admin, each without the scope. */
let lacking: Map<string, Client>;
/** Tokens of the admin, who is in both teams: one restricted to its team, one to the other. */
let confined: { inside: Client; outside: Client };

beforeAll(async () => {
  full = await newFullWorkspace();
  ids = full.ids;
  const { workspace, team, owner } = full;
  const other = await workspace.team();
  await workspace.operator.joinTeam({ workspaceId: workspace.id, teamId: other.id, principalId: owner.id });
  confined = {
    inside: await workspace.clientFor(owner.id, { teamIds: [team.id] }),
    outside: await workspace.clientFor(owner.id, { teamIds: [other.id] }),
  };
  lacking = new Map(
    await Promise.all(
      allScopes.map(async (missing) => {
        const scopes = allScopes.filter((scope) => scope !== missing);
        return [missing, await workspace.clientFor(owner.id, { scopes })] as const;
      }),
    ),
  );
  const [guest, member, admin] = await Promise.all(roles.map((role) => workspace.person(role, [team])));
  people = { guest: guest!, member: member!, admin: admin! };
  program = await workspace.serviceAccount([team]);
  const make = async (path: string, body: object) =>
    (await owner.client.post(`${workspace.path}/${path}`, { name: 'Shared', ...body })).json.data.id;
  shared = {
    labelId: await make('labels', {}),
    customFieldId: await make('custom-fields', { type: 'text' }),
    viewId: await make('views', {}),
    statusId: await make('statuses', { appliesTo: 'objective', category: 'started' }),
  };
  await until(async () => (await histories()).every((entries) => entries.length > 0));
  before = await everything();
});

/** What of all that is read follows from the table's stream. */
const histories = (): Promise<unknown[][]> =>
  Promise.all(
    operations
      .filter(([id]) => id.endsWith('History'))
      .map(async ([, { operation }]) => {
        const { json } = await sendSample(full.owner.client, operation, ids);
        return json.data as unknown[];
      }),
  );

/** What an admin reads of all that the refused calls name; except analyses and links, which depend on the present moment. */
async function everything() {
  const reads = operations.filter(
    ([id, { operation }]) => operation.method === 'GET' && !/^analyze|Download$|^getExportFile$/.test(id),
  );
  const read: unknown[] = [];
  for (const [id, { operation }] of reads) {
    for (const named of [ids, { ...ids, ...shared }]) {
      const { status, json } = await sendSample(full.owner.client, operation, named);
      read.push([id, status, json.data]);
    }
  }
  return read;
}

/** Whoever holds a credential of the workspace may call these. */
const refusesSome = operations.filter(([, { rule }]) => rule.scopes.length > 0);

describe.each(refusesSome)('%s refuses', (_, { rule, operation }) => {
  test('a token that lacks any of its scopes', async () => {
    for (const missing of rule.scopes) {
      const answer = await sendSample(lacking.get(missing)!, operation, ids);
      expect(outcomeOf(answer)).toEqual([403, 'insufficient_scope']);
      expect(answer.json.error.missingScopes).toEqual([missing]);
    }
  });

  if (!rule.principals.includes('serviceAccount'))
    test('a service account', async () => {
      const answer = await sendSample(program.client, operation, ids);
      expect(outcomeOf(answer)).toEqual([403, 'principal_not_supported']);
    });

  for (const role of roles.slice(0, roles.indexOf(rule.role)))
    test(`a ${role}`, async () => {
      const answer = await sendSample(people[role].client, operation, ids);
      expect(outcomeOf(answer)).toEqual([403, 'insufficient_role']);
      expect(answer.json.error.requiredRole).toBe(rule.role);
    });

  if (rule.teamRestricted === 'refused')
    test("an admin's token that is restricted to a team, even the one concerned", async () => {
      for (const client of [confined.inside, confined.outside]) {
        const answer = await sendSample(client, operation, ids);
        expect(outcomeOf(answer)).toEqual([403, 'restricted_credential']);
      }
    });

  if (!rule.principals.includes('user'))
    test('a person', async () => {
      const answer = await sendSample(people.admin.client, operation, ids);
      expect(outcomeOf(answer)).toEqual([403, 'principal_not_supported']);
    });
  else if (rule.teamRestricted.startsWith('own teams'))
    test("an admin's token that is restricted to another team", async () => {
      const answer = await sendSample(confined.outside, operation, ids, { fields: teamOf(operation) });
      expect(beyondReach).toContainEqual(outcomeOf(answer));
    });

  if (rule.teamRestricted === 'own teams, not shared')
    test("a token that is restricted to a team, for what is the workspace's", async () => {
      const fields = sharedOf(operation);
      const answer = await sendSample(confined.inside, operation, { ...ids, ...shared }, { fields });
      expect(outcomeOf(answer)).toEqual(outcomeOfShared(operation));
    });
});

/** How what belongs to no team is refused: personal views cannot be seen either (docs/specification.md, "Credentials"). */
const outcomeOfShared = ({ path }: Operation) =>
  path.includes('{viewId}') ? [404, 'not_found'] : [403, 'restricted_credential'];

/** How a thing of a team that the credential does not reach is refused: in the path, and in the body. */
const beyondReach = [
  [404, 'not_found'],
  [400, 'invalid_reference'],
];

const ruleSample = {
  name: 'A rule',
  on: ['story.created'],
  then: [{ operation: 'archiveStory', input: { storyId: '{{story.id}}' } }],
};

/** The team in the body where it may be left out, for the workspace's own. */
const teamOf = ({ id }: Operation): object => {
  if (id === 'createView') return { visibility: 'team', teamId: ids['teamId'] };
  if (id === 'previewRule') return { rule: { ...ruleSample, teamId: ids['teamId'] } };
  return /^(create(Label|Status|CustomField|Rule)|claimNextStories)$/.test(id)
    ? { teamId: ids['teamId'] }
    : {};
};

/** What a body needs besides to create the workspace's own. */
const sharedOf = ({ id }: Operation): object => (id === 'createStatus' ? { appliesTo: 'objective' } : {});

test('the refused calls have changed nothing', async () => {
  expect(await everything()).toEqual(before);
});

/** What ends something comes last, and before that what stands below another, or later in the policy. */
const depth = ({ path }: Operation): number => path.split('/').length;
const ends = ({ method, id }: Operation): boolean => method === 'DELETE' || /^(leave|revoke)/.test(id);
const inOrder = [
  ...operations.filter(([, { operation }]) => !ends(operation)),
  ...operations
    .filter(([, { operation }]) => ends(operation))
    .reverse()
    .sort(([, a], [, b]) => depth(b.operation) - depth(a.operation)),
];

/** What only its author and its member change, besides admins: made for the call. */
async function ownOf(client: Client, { path, method }: Operation): Promise<Ids> {
  const { workspace, team, owner } = full;
  if (path.endsWith('/restore')) return await newDeleted({ workspace, team, owner }, client, path);
  const make = async (place: string, body: object): Promise<string> =>
    (await client.post(`${workspace.path}/${place}`, body)).json.data.id;
  if (path.includes('{tokenId}')) {
    return { tokenId: await make('tokens', { name: 'Mine', scopes: ['stories:read'] }) };
  }
  if (path.includes('{calendarFeedId}')) {
    return { calendarFeedId: await make('calendar-feeds', { kind: 'my_schedule' }) };
  }
  if (path.includes('{commentId}')) {
    return { commentId: await make(`stories/${ids['storyId']}/comments`, { content: 'Mine' }) };
  }
  if (path.includes('{objectiveUpdateId}') && method !== 'GET') {
    const body = { health: 'on_track', body: 'Mine' };
    return { objectiveUpdateId: await make(`objectives/${ids['objectiveId']}/updates`, body) };
  }
  if (path.includes('{exportId}')) {
    const exports = exportApi(workspace, client);
    return { exportId: (await exports.ended((await exports.create()).id)).id };
  }
  if (path.includes('{proposalId}')) {
    const { principalId, principalType } = (await client.get('/api/v1/me')).json.data;
    const isOwn = path.endsWith('/withdraw');
    const { token } = await workspace.operator.createToken({
      workspaceId: workspace.id,
      principalId: isOwn ? principalId : ids['principalId']!,
      principalKind: isOwn && principalType === 'service_account' ? 'serviceAccount' : 'user',
      name: 'Proposes',
      scopes: ['stories:read', 'comments:write'],
      writes: 'proposed',
    });
    const proposing = createClient(sharedService().baseUrl, token);
    // Guests comment, and make no stories.
    const comments = `${workspace.path}/stories/${ids['storyId']}/comments`;
    return { proposalId: (await proposing.post(comments, { content: 'Proposed' })).json.proposal.id };
  }
  if (path.includes('{jobId}')) {
    const { principalId } = (await client.get('/api/v1/me')).json.data;
    return { jobId: await newEndedJob(workspace, principalId, ids['changeSetId']!) };
  }
  if (path.includes('{timeEntryId}') && method !== 'GET') {
    return { timeEntryId: await make(`stories/${ids['storyId']}/time-entries`, { minutes: 5 }) };
  }
  if (path.includes('{notificationId}')) {
    const { principalId: id } = (await client.get('/api/v1/me')).json.data;
    return { notificationId: await newNotification(workspace, { id, client }, ids['storyId']!) };
  }
  const isOwn = path.includes('/members/{memberId}/') || path.includes('{agentSessionId}');
  if (!isOwn || method === 'GET') return {};
  const { principalId: memberId } = (await client.get('/api/v1/me')).json.data;
  if (path.includes('{agentSessionId}')) {
    const called = await createStoryAs(owner.client, workspace, { teamId: team.id, assigneeId: memberId });
    return { agentSessionId: (await sessionApi(workspace, client).on(called)).id };
  }
  const days = { startDate: '2026-12-24', endDate: '2026-12-31' };
  const own = `members/${memberId}`;
  if (path.includes('{timeOffId}')) return { memberId, timeOffId: await make(`${own}/time-off`, days) };
  if (path.includes('{busyFeedId}'))
    return { memberId, busyFeedId: await make(`${own}/busy-feeds`, { url: receiverUrl }) };
  if (path.includes('{busyTimeId}')) return { memberId, busyTimeId: await make(`${own}/busy`, days) };
  return { memberId };
}

describe.each(inOrder)('%s serves', (_, { rule, operation }) => {
  /**
   * Holds a call to be served: neither refused, nor stopped because the thing was not found, except where
   * `gone`, since a call before has ended it. With a comment of one's own: only admins change those of others.
   */
  const served = async (client: Client, gone = false) => {
    const named = { ...ids, ...(await ownOf(client, operation)) };
    const [status, code] = outcomeOf(
      await sendSample(client, operation, named, { fields: teamOf(operation) }),
    );
    expect(gone ? [401, 403] : [401, 403, 404], code).not.toContain(status);
    expect(code).not.toBe('invalid_reference');
  };

  if (rule.principals.includes('user'))
    test(`a ${rule.role}`, async () => await served(people[rule.role].client));

  if (rule.principals.includes('serviceAccount'))
    test('a service account', async () => await served(program.client, ends(operation)));

  if (rule.teamRestricted !== 'refused' && rule.principals.includes('user'))
    test('a token that is restricted to the team', async () =>
      await served(confined.inside, ends(operation)));
});
