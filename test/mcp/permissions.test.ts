import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../shared/kernel/core/caller.ts';
import { findTool, formerNames } from '../../shared/surface/mcp/find-tool.ts';
import { tools } from '../../shared/surface/mcp/tools.ts';
import type { Objective } from '../../shared/planning/objective/objective.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { changeSetApi } from '../change-sets/change-set-api.ts';
import { nextSprintName, planningApi, span } from '../support/planning.ts';
import { createStoryAs, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { connectedClient, type McpClient } from './mcp-client.ts';

let workspace: TestWorkspace;
let team: Team;
let people: Record<Role, Person>;
let clients: Record<Role, McpClient>;
let story: Story;
let objective: Objective;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
  const [guest, member, admin] = await Promise.all(
    (['guest', 'member', 'admin'] as const).map((role) => workspace.person(role, [team])),
  );
  people = { guest: guest!, member: member!, admin: admin! };
  const [forGuest, forMember, forAdmin] = await Promise.all(
    [guest!, member!, admin!].map((person) => connectedClient(person)),
  );
  clients = { guest: forGuest!, member: forMember!, admin: forAdmin! };
  story = await createStoryAs(member!.client, workspace, { teamId: team.id });
  objective = await planningApi(workspace, member!.client).objective(team);
});

/** Arguments that each tool takes, of things that exist. */
async function sampleArguments(name: string): Promise<Record<string, unknown>> {
  const key = { idempotencyKey: randomUUID() };
  const inTeam = { teamId: team.id };
  const plan = planningApi(workspace, people.member.client);
  const made = () => createStoryAs(people.member.client, workspace, inTeam);
  const version = ({ updatedAt }: { updatedAt: string }) => ({ expectedUpdatedAt: updatedAt });
  const changeSet = async () => {
    const [id, changed] = [randomUUID(), await made()];
    const path = `${workspace.path}/stories/${changed.id}`;
    await people.member.client.patch(path, { title: 'In a set', ...version(changed) }, { 'change-set': id });
    await changeSetApi(workspace, people.member.client).of(id, 1);
    return id;
  };
  switch (name) {
    case 'get_story':
      return { story: story.reference };
    case 'list_comments':
      return { storyId: story.id };
    case 'list_members':
      return inTeam;
    case 'create_story':
      return { ...key, ...inTeam, title: 'A story' };
    case 'add_comment':
      return { ...key, storyId: story.id, content: 'A comment' };
    case 'manage_setup':
      return { kind: 'working_hours', action: 'get', memberId: 'me' };
    case 'update_stories': {
      const changed = await made();
      return { stories: [{ story: changed.reference, ...version(changed) }], title: 'Changed' };
    }
    case 'get_change_set':
    case 'revert_change_set':
      return { ...(name === 'get_change_set' ? {} : key), changeSetId: await changeSet() };
    case 'mark_notifications_read':
      return { until: '2026-11-26T09:00:00Z' };
    case 'save_comment':
      return { ...key, storyId: story.id, content: 'A comment' };
    case 'save_sprint':
    case 'create_sprint':
      return { ...key, ...inTeam, name: nextSprintName(team.id), ...span };
    case 'save_objective':
    case 'create_objective':
      return { ...key, ...inTeam, name: 'An objective' };
    case 'save_key_result':
    case 'create_key_result':
      return { ...key, objectiveId: objective.id, name: 'A key result', measurementType: 'percentage' };
    case 'update_story': {
      const changed = await made();
      return { storyId: changed.id, ...version(changed), title: 'Changed' };
    }
    case 'delete_story':
      return { storyId: (await made()).id };
    case 'search':
      return { q: 'story' };
    case 'claim_story':
      return { story: (await made()).reference };
    case 'manage_relations':
      return { story: story.id, type: 'blocks', relatedStory: (await made()).reference };
    case 'update_objective': {
      const changed = await plan.objective(team);
      return { objectiveId: changed.id, ...version(changed), name: 'Changed' };
    }
    case 'update_key_result': {
      const changed = await plan.keyResult(objective);
      return { keyResultId: changed.id, ...version(changed), currentValue: 5 };
    }
    case 'analyze_sprint':
      return { sprintId: (await plan.sprint(team)).id };
    case 'analyze_objective':
      return { objectiveId: objective.id };
    default:
      return {};
  }
}

const former = await Promise.all(
  [...formerNames.keys()].map(async (name) => [name, (await findTool(name))!] as const),
);

describe.each([...tools.map((tool) => [tool.name, tool] as const), ...former])(
  'the tool %s',
  (name, { inWorkspace, role: needed }) => {
    const argumentsIn = async (workspaceId: string) => ({
      ...(await sampleArguments(name)),
      ...(inWorkspace ? { workspaceId } : {}),
    });

    test.each(['member', 'admin'] as const)('serves a %s', async (role) => {
      expect(await clients[role].use(name, await argumentsIn(workspace.id))).toHaveProperty('data');
    });

    if (needed === 'guest') {
      test('serves a guest', async () => {
        expect(await clients.guest.use(name, await argumentsIn(workspace.id))).toHaveProperty('data');
      });
    } else {
      test('is refused to a guest, without a word on the arguments', async () => {
        const error = await clients.guest.refused(name, await argumentsIn(workspace.id));
        expect(error).toMatchObject({
          code: 'insufficient_role',
          hint: expect.stringContaining('member'),
        });
        const bare = await clients.guest.refused(name, { workspaceId: workspace.id });
        expect(bare.code).toBe('insufficient_role');
      });
    }

    if (!inWorkspace) return;

    test('does not reach a workspace that its user is not a member of, nor one that does not exist', async () => {
      const elsewhere = await newWorkspace();
      for (const workspaceId of [elsewhere.id, randomUUID()]) {
        const error = await clients.admin.refused(name, await argumentsIn(workspaceId));
        expect(error.code).toBe('not_found');
        expect(error.message).toContain('workspace');
      }
    });

    test('needs a workspace', async () => {
      for (const workspaceId of ['x', 5, '']) {
        const error = await clients.member.refused(name, { ...(await sampleArguments(name)), workspaceId });
        expect(error.code).toBe('invalid_request');
        expect(error.fields.map(({ path }: { path: string }) => path)).toContain('workspaceId');
      }
    });
  },
);

test('membership is checked at each call', async () => {
  const person = await workspace.person('member', [team]);
  const client = await connectedClient(person);
  const call = { workspaceId: workspace.id, story: story.id };
  expect((await client.use('get_story', call)).data.id).toBe(story.id);

  await people.admin.client.delete(`${workspace.path}/teams/${team.id}/members/${person.id}`);
  expect((await client.refused('get_story', call)).message).toContain('story');

  await workspace.operator.removeMember((await workspace.operator.getMember(workspace.id, person.id))!);
  expect((await client.refused('get_story', call)).message).toContain('workspace');
});

test('a guest reads the names only of people who share a team with them', async () => {
  const leaver = await workspace.person('member', [team]);
  const { name } = (await workspace.operator.getMember(workspace.id, leaver.id))!;
  const assigned = await createStoryAs(leaver.client, workspace, { teamId: team.id, assigneeId: leaver.id });
  const args = { workspaceId: workspace.id, story: assigned.id };
  const comment = { ...args, content: 'Bye', idempotencyKey: randomUUID() };
  await (await connectedClient(leaver)).use('add_comment', comment);
  const seen = async (client: McpClient) => ({
    assignee: (await client.use('get_story', args)).data.assignee as unknown,
    author: (await client.use('list_comments', args)).data[0].author as unknown,
  });
  expect(await seen(clients.guest)).toEqual({ assignee: name, author: name });
  await people.admin.client.delete(`${workspace.path}/teams/${team.id}/members/${leaver.id}`);
  expect(await seen(clients.guest)).toEqual({});
  expect(await seen(clients.member)).toEqual({ assignee: name, author: name });
});

test("other teams' things and private ones stay unseen", async () => {
  const other = await workspace.team({ private: true });
  const insider = await workspace.person('member', [other]);
  const hidden = await createStoryAs(insider.client, workspace, { teamId: other.id });
  const { id: workspaceId } = workspace;
  for (const one of [hidden.id, hidden.reference]) {
    expect((await clients.admin.refused('get_story', { workspaceId, story: one })).code).toBe('not_found');
  }
  const listed = await clients.admin.use('list_stories', { workspaceId, limit: 50 });
  expect(listed.data.map(({ id }: Story) => id)).not.toContain(hidden.id);
  const error = await clients.admin.refused('list_stories', { workspaceId, teamId: other.id });
  expect(error.code).toBe('not_found');
});
