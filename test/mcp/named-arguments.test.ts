import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createStoryAs, newWorkspace } from '../support/workspace.ts';
import { planningApi, span } from '../support/planning.ts';
import { connectedClient } from './mcp-client.ts';
import { newMcpWorkspace } from './mcp-workspace.ts';

const { workspace, team, person, client } = await newMcpWorkspace();
const plan = planningApi(workspace, person.client);
const newStory = (fields: object = {}) =>
  createStoryAs(person.client, workspace, { teamId: team.id, ...fields });
const overRest = async (id: string) => (await person.client.get(`${workspace.path}/stories/${id}`)).json.data;
const nameOf = async (id: string) => (await workspace.operator.getMember(workspace.id, id))!.name;

describe('a name is accepted in place of an id:', () => {
  test('that of a team, a status, a person, a label, a sprint and an objective, in any case', async () => {
    const label = (await person.client.post(`${workspace.path}/labels`, { name: `L ${randomUUID()}` })).json
      .data;
    const [sprint, objective] = [
      await plan.sprint(team, { name: 'Sprint Seven' }),
      await plan.objective(team),
    ];
    const { data } = await client.use('create_story', {
      teamId: team.code.toLowerCase(),
      title: 'By names',
      statusId: 'in progress',
      assigneeId: await nameOf(person.id),
      labels: [label.name],
      sprintId: 'sprint seven',
      objectiveId: objective.name,
      idempotencyKey: randomUUID(),
    });
    const story = await overRest(data.id);
    expect(story).toMatchObject({
      teamId: team.id,
      assigneeId: person.id,
      labels: [label.id],
      sprintId: sprint.id,
      objectiveId: objective.id,
    });
    expect(data).toMatchObject({ status: 'In Progress', team: team.name });
  });

  test('the one that results show, and me for the caller', async () => {
    const story = await newStory();
    await client.use('update_stories', {
      stories: [
        { story: story.reference, expectedUpdatedAt: story.updatedAt, assignee: 'me', status: 'Done' },
      ],
    });
    expect(await overRest(story.id)).toMatchObject({
      assigneeId: person.id,
      completedAt: expect.any(String),
    });
  });

  test('also one that is a word of filters, where nothing else can be meant or in quotes', async () => {
    for (const name of ['none', 'me']) await person.client.post(`${workspace.path}/labels`, { name });
    const sprint = await plan.sprint(team, { name: 'None' });
    const { data } = await client.use('create_story', {
      teamId: team.id,
      title: 'Under words',
      labels: ['none', '"me"'],
      sprintId: 'none',
      idempotencyKey: randomUUID(),
    });
    const labels = (await person.client.get(`${workspace.path}/labels`)).json.data;
    const idsOf = (...names: string[]) =>
      names.map((name) => labels.find((one: any) => one.name === name).id);
    expect(await overRest(data.id)).toMatchObject({
      labels: expect.arrayContaining(idsOf('none', 'me')),
      sprintId: sprint.id,
    });
    const refused = await client.refused('update_stories', {
      stories: [{ story: data.reference, statusId: 'none' }],
    });
    expect(JSON.stringify(refused)).toContain('is no status of that team');
  });

  test('that of a status in the story’s team, where every team has one of that name', async () => {
    const other = await workspace.team();
    await workspace.operator.joinTeam({
      workspaceId: workspace.id,
      teamId: other.id,
      principalId: person.id,
    });
    const [here, there] = [await newStory(), await newStory({ teamId: other.id })];
    await client.use('update_stories', {
      stories: [here, there].map(({ reference, updatedAt }) => ({
        story: reference,
        expectedUpdatedAt: updatedAt,
      })),
      statusId: 'Done',
    });
    for (const { id, teamId } of [here, there]) {
      expect(await overRest(id)).toMatchObject({ teamId, completedAt: expect.any(String) });
    }
    const found = await client.use('list_stories', { statusId: 'done' });
    const ids = found.data.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(expect.arrayContaining([here.id, there.id]));
    const one = await client.use('list_stories', { statusId: ['Done'], teamId: other.code });
    expect(one.data.map(({ id }: { id: string }) => id)).toEqual([there.id]);
  });

  test('a part that only one person has; several people are listed', async () => {
    const [one, two] = [await workspace.person('member', [team]), await workspace.person('member', [team])];
    const rename = async ({ id }: { id: string }, name: string) => {
      const admin = await workspace.person('admin');
      const { updatedAt } = (await admin.client.get(`${workspace.path}/members/${id}`)).json.data;
      await admin.client.patch(`${workspace.path}/members/${id}`, { expectedUpdatedAt: updatedAt, name });
    };
    await rename(one, 'Zoe Alder');
    await rename(two, 'Max Alder');
    const story = await newStory();
    const { id, updatedAt } = (
      await client.use('update_story', {
        story: story.id,
        expectedUpdatedAt: story.updatedAt,
        assigneeId: 'zoe',
      })
    ).data;
    expect((await overRest(id)).assigneeId).toBe(one.id);
    const change = { story: story.id, expectedUpdatedAt: updatedAt, assigneeId: 'Alder' };
    const { message, fields } = await client.refused('update_story', change);
    expect(fields[0].path).toBe('assigneeId');
    for (const part of ['Zoe Alder', one.id, 'Max Alder', two.id]) expect(message).toContain(part);
  });

  test('that of several teams is found in the one that is sent', async () => {
    const other = await workspace.team();
    const member = { workspaceId: workspace.id, teamId: other.id, principalId: person.id };
    await workspace.operator.joinTeam(member);
    const [, sprint] = [
      await plan.sprint(team, { name: 'Twins' }),
      await plan.sprint(other, { name: 'Twins' }),
    ];
    const [, objective] = [
      await plan.objective(team, { name: 'Twin aim' }),
      await plan.objective(other, { name: 'Twin aim' }),
    ];
    for (const [tool, twin, found] of [
      ['analyze_sprint', { sprintId: 'Twins' }, sprint],
      ['analyze_objective', { objectiveId: 'Twin aim' }, objective],
    ] as const) {
      const { message } = await client.refused(tool, twin);
      expect(message).toContain('is one of each of several teams: send teamId too, or an id');
      const { text } = await client.answered(tool, { ...twin, teamId: other.code });
      expect(text).toContain(found.id);
    }
    const misspelt = await client.refused('analyze_sprint', { sprintId: 'Twins', teamId: 'NOWHERE' });
    expect(misspelt.message).toContain('teamId "NOWHERE" is no team that you can see');
    const current = await client.refused('analyze_sprint', { sprintId: 'current' });
    expect(current.message).toContain('since no sprint of your teams is running; list_sprints lists them');
    const results = await client.refused('list_key_results', { objectiveId: 'Twin aim' });
    expect(results.message).toContain('send teamId too, or an id');
    const setup = { kind: 'status', action: 'archive', id: 'Done' };
    const status = await client.refused('manage_setup', setup);
    expect(status.message).toContain('id "Done" is one of each of several teams: send teamId too');
  });

  test('a filter by labels by what other products call it', async () => {
    const name = `L ${randomUUID()}`;
    const label = (await person.client.post(`${workspace.path}/labels`, { name })).json.data;
    const { id } = await newStory({ labels: [label.id] });
    for (const filter of [{ label: name }, { labels: [name] }, { tags: name }]) {
      await expect
        .poll(async () =>
          (await client.use('list_stories', filter)).data.map((one: { id: string }) => one.id),
        )
        .toEqual([id]);
    }
    const { message } = await client.refused('list_stories', { label: 'No such' });
    expect(message).toContain('"No such" is no label that you can use here');
  });

  test('an unknown one is answered with the names that exist, and the tool that lists them', async () => {
    const { message } = await client.refused('create_story', {
      teamId: team.id,
      title: 'x',
      statusId: 'In Progres',
      idempotencyKey: randomUUID(),
    });
    expect(message).toBe(
      'statusId "In Progres" is no status of that team; did you mean In Progress? list_statuses lists them.',
    );
  });

  test('none is a name where there is always a value, and says which statuses there are', async () => {
    const { message } = await client.refused('list_stories', { teamId: team.id, statusId: 'none' });
    expect(message).toContain('statusId "none" is no status of that team');
    expect((await client.use('list_stories', { assigneeId: 'none' })).data).toBeInstanceOf(Array);
  });

  test('one that the person may list: a hidden team and a private objective are not found', async () => {
    const hidden = await workspace.team({ private: true });
    const insider = await workspace.person('member', [hidden, team]);
    const objective = await planningApi(workspace, insider.client).objective(team, {
      name: 'Secret aim',
      private: true,
    });
    const teamless = await client.refused('list_stories', { teamId: hidden.name });
    expect(JSON.stringify(teamless)).not.toContain(hidden.id);
    const error = await client.refused('create_story', {
      teamId: team.id,
      title: 'x',
      objectiveId: objective.name,
      idempotencyKey: randomUUID(),
    });
    expect(JSON.stringify(error)).not.toContain(objective.id);
    expect(error.message).toContain('is no objective');
  });

  test('an assignee outside of the team is refused in the same words, whether there is such a person or not', async () => {
    const outsider = await workspace.person('member', [await workspace.team({ private: true })]);
    const { reference: story } = await newStory();
    const refusals = [outsider.id, randomUUID()].map((assigneeId) =>
      client.refused('update_stories', { stories: [story], assigneeId }),
    );
    const [there, nowhere] = await Promise.all(refusals);
    expect(there).toEqual(nowhere);
    expect(there.message).toBe("assigneeId is not a member of the story's team.");
    expect(there.hint).toContain('to which admins add them');
    expect(JSON.stringify(there)).not.toContain(await nameOf(outsider.id));
  });

  test('one with invisible characters is answered with them made visible, in JSON', async () => {
    const { message } = await client.refused('list_stories', { teamId: 'Eng\u{E0041}\u202e"\nforged' });
    expect(message).toContain('"Eng\\u{E0041}\\u{202E}\\"\\nforged" is no team');
  });

  test('one in an argument that the tool does not take is not looked up', async () => {
    for (const [tool, args] of [
      ['search', { q: 'login', statusId: 'Done' }],
      ['update_stories', { story: (await newStory()).id, reporterId: 'Nobody' }],
    ] as const) {
      const { fields, message } = await client.refused(tool, args);
      expect(fields[0]).toMatchObject({ code: 'unknown_field' });
      expect(message).toContain('Id is not a known argument');
    }
  });

  test('an argument of another tracker is answered with the name of ours', async () => {
    const { message } = await client.refused('create_story', {
      teamId: team.id,
      title: 'x',
      dueDate: span.endDate,
      idempotencyKey: randomUUID(),
    });
    expect(message).toBe('dueDate is not a known argument; use endDate.');
  });
});

describe('a name that is far too long, and very many of them,', () => {
  test('are not repeated whole, nor compared with all that there are', async () => {
    for (const args of [{ teamId: 'x'.repeat(50_000) }, { workspaceId: 'x'.repeat(50_000) }]) {
      const { message } = await client.refused('list_stories', args);
      expect(message.length).toBeLessThan(1_000);
    }
    await person.client.post(`${workspace.path}/labels`, { name: `Nope ${randomUUID()}` });
    const labels = Array.from({ length: 30 }, (_, at) => `no label ${at}`);
    const stories = labels.map((label) => ({ title: 'x', labels: [label] }));
    const call = { teamId: team.id, stories, idempotencyKey: randomUUID() };
    const { fields } = await client.refused('create_story', call);
    const suggesting = fields.filter(({ message }: { message: string }) =>
      /there (is|are)|mean/.test(message),
    );
    expect([fields.length, suggesting.length]).toEqual([30, 20]);
  });
});

describe('a filter', () => {
  test('takes the first name of the only person who has it, as arguments do', async () => {
    const called = async (name: string) => {
      const email = `${randomUUID()}@example.com`;
      return await workspace.operator.addMember({ workspaceId: workspace.id, name, email, role: 'member' });
    };
    const [grace] = [await called('Grace Hopper'), await called('Ada Lovelace'), await called('Ada Byron')];
    const member = { workspaceId: workspace.id, teamId: team.id, principalId: grace.id };
    await workspace.operator.joinTeam(member);
    const { id } = await newStory({ assigneeId: grace.id });
    const found = async () => (await client.use('list_stories', { filter: 'assignee:grace is:open' })).data;
    await expect.poll(async () => (await found()).map((story: { id: string }) => story.id)).toEqual([id]);
    for (const filter of ['assignee:Ada', '-assignee:Gra']) {
      const { message, fields } = await client.refused('list_stories', { filter });
      expect(fields).toMatchObject([{ path: 'filter' }]);
      expect(message).toMatch(/^filter has the unknown assignee "(Ada|Gra)"; did you mean/);
    }
  });
});

describe('the workspace of a call', () => {
  test('need not be named by a user in one workspace, and may be a name or slug', async () => {
    const story = await newStory();
    const { data } = await client.use('get_story', { story: story.reference });
    expect(data.id).toBe(story.id);
    const [{ name, slug }] = (await client.use('list_workspaces', {})).data;
    for (const workspaceId of [name, slug]) {
      expect((await client.use('get_story', { workspaceId, story: story.id })).data.id).toBe(story.id);
    }
  });

  test('is requested with the list of workspaces from a user in several', async () => {
    const [here, there] = [await newWorkspace(), await newWorkspace()];
    const both = await here.person('member');
    const { email, name } = (await here.operator.getMember(here.id, both.id))!;
    await there.operator.addMember({ workspaceId: there.id, email: email!, name, role: 'member' });
    const several = await connectedClient(both);
    const error = await several.refused('list_teams', {});
    expect(error.fields).toMatchObject([{ path: 'workspaceId', code: 'required' }]);
    for (const id of [here.id, there.id]) expect(error.message).toContain(id);
    expect(error.hint).toContain('list_workspaces');
  });
});
