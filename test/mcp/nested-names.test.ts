import { beforeAll, expect, test } from 'vitest';
import { createStoryAs, newKey } from '../support/workspace.ts';
import { until } from '../support/until.ts';
import { connectedClient, type McpClient } from './mcp-client.ts';
import { newMcpWorkspace } from './mcp-workspace.ts';

let made: Awaited<ReturnType<typeof newMcpWorkspace>>;
let client: McpClient;

beforeAll(async () => {
  made = await newMcpWorkspace();
  const { workspace, team, person } = made;
  client = await connectedClient(await workspace.person('admin', [team]));
  const label = { name: 'Feature', color: '#123456', teamId: team.id };
  const answer = await person.client.post(`${workspace.path}/labels`, label);
  expect(answer.status, answer.text).toBe(201);
});

const setup = (args: object) => ({ ...args, idempotencyKey: newKey() });

test('the settings of a template take names of labels, as those of a recurring story do', async () => {
  const template = { kind: 'story_template', action: 'create', teamId: made.team.id, name: 'Bug' };
  const settings = { title: 'A bug', labels: ['Feature'] };
  const { data } = await client.use('manage_setup', setup({ ...template, settings }));
  expect(data.labels).toEqual([expect.stringMatching(/^[\da-f-]{36}$/)]);
  const unknown = { ...template, name: 'Other', settings: { title: 'x', labels: ['Feature', 'Fetaure'] } };
  expect((await client.refused('manage_setup', setup(unknown))).message).toMatch(
    /labels\.1 "Fetaure" is no label .*did you mean Feature/,
  );
});

test('working hours take a team by its code in what it may take', async () => {
  const settings = { timeZone: 'UTC', weekly: {}, teamShares: [{ teamId: made.team.code, percent: 60 }] };
  const hours = { kind: 'working_hours', action: 'update', memberId: 'me', settings };
  const { data } = await client.use('manage_setup', setup(hours));
  expect(data.teamShares).toMatchObject([{ teamId: made.team.id, percent: 60 }]);
});

test('the preview of a schedule takes people and stories by name', async () => {
  const { workspace, team, person } = made;
  const fields = { autoSchedulingEnabled: true, estimatedDurationMinutes: 60 };
  const story = await createStoryAs(person.client, workspace, { teamId: team.id, ...fields });
  const day = { startDate: '2026-12-07', endDate: '2026-12-11' };
  for (const [who, id] of [
    ['me', undefined],
    ['A member', person.id],
  ] as const) {
    const preview = {
      stories: [{ story: story.reference, assigneeId: who }],
      members: [{ memberId: who, timeOff: [day] }],
    };
    const { data } = await client.use('analyze_work', { preview });
    expect(data.message).toContain(`${story.reference}: It `);
    if (id) {
      const byId = {
        stories: [{ story: story.reference, assigneeId: id }],
        members: [{ memberId: id, timeOff: [day] }],
      };
      expect((await client.use('analyze_work', { preview: byId })).data).toEqual(data);
    }
  }
  const { fields: wrong } = await client.refused('analyze_work', {
    preview: { members: [{ memberId: 'A membre', timeOff: [day] }] },
  });
  expect(wrong).toMatchObject([{ path: 'preview.members.0.memberId' }]);
});

test('some stories of a change set are reverted by reference', async () => {
  const { workspace, team } = made;
  const agent = await workspace.serviceAccount([team]);
  const since = new Date().toISOString();
  const [one, other] = [
    await createStoryAs(agent.client, workspace, { teamId: team.id }),
    await createStoryAs(agent.client, workspace, { teamId: team.id }),
  ];
  const night = { actorId: agent.id, since, dryRun: true };
  const plan = async (args: object) =>
    (await client.use('revert_change_set', { ...night, ...args })).data.reverted;
  await until(async () => (await plan({})).length === 2);
  expect((await plan({ resourceIds: [one.reference] })).map(({ id }: { id: string }) => id)).toEqual([
    one.id,
  ]);
  expect(await plan({ resourceIds: [one.reference, other.id] })).toHaveLength(2);
  const lost = { ...night, resourceIds: [`${team.code}-999`] };
  expect((await client.refused('revert_change_set', lost)).message).toContain('resourceIds.0 is');
});

test('a team is left and joined again by name, and one that is unknown is answered with those to join', async () => {
  const { workspace } = made;
  const design = await workspace.team({ name: 'Design' });
  const member = await connectedClient(await workspace.person('member', [made.team, design]));
  const act = (action: string, id: string) => setup({ kind: 'team', action, id });
  await member.use('manage_setup', act('leave', 'Design'));
  const refused = await member.refused('manage_setup', act('join', 'Desgin'));
  expect(refused.message).toMatch(/"Desgin" is no team that you can join; did you mean Design\?/);
  expect((await member.use('manage_setup', act('join', 'design'))).data.id).toBe(design.id);
  expect((await member.use('manage_setup', act('join', design.code))).data.id).toBe(design.id);
  const { message } = await member.refused('manage_setup', act('join', 'Nothing at all'));
  expect(message).toContain('is no team that you can join');
});
