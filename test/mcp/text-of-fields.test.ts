import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Story } from '../../shared/planning/story/story.ts';
import { dataOf } from '../stories/story-api.ts';
import { planningApi } from '../support/planning.ts';
import { createStoryAs } from '../support/workspace.ts';
import { connectedClient } from './mcp-client.ts';
import { newMcpWorkspace } from './mcp-workspace.ts';

/** What a model sees, which gets the text alone. */
const { workspace, team, person, client } = await newMcpWorkspace();
const admin = await workspace.person('admin', [team]);
const plan = planningApi(workspace, person.client);
const newStory = (fields: object = {}) =>
  createStoryAs(person.client, workspace, { teamId: team.id, ...fields });
const textOf = async (tool: string, args: object) => (await client.answered(tool, args)).text;
const key = () => ({ idempotencyKey: randomUUID() });

describe('the text of get_story', () => {
  test('has every field that has a value, and says nothing of what only other clients have', async () => {
    const objective = await plan.objective(team);
    const sprint = await plan.sprint(team);
    const parent = await newStory();
    const story = await newStory({
      description: 'Why',
      assigneeId: person.id,
      objectiveId: objective.id,
      sprintId: sprint.id,
      parentId: parent.id,
      priority: 'high',
      estimateValue: 3,
      estimatedDurationMinutes: 90,
      minimumFocusBlockMinutes: 30,
      autoSchedulingEnabled: true,
      startDate: '2031-01-02',
      endDate: '2031-01-07',
    });
    const { text, structured } = await client.answered('get_story', { story: story.reference });
    for (const [name, value] of Object.entries(structured.data)) {
      if (['string', 'number', 'boolean'].includes(typeof value)) {
        const shown = /^(?:start|end)Date$/.test(name) ? String(value).slice(0, 10) : String(value);
        expect(text, name).toMatch(new RegExp(`(^|[ >"])${shown.replaceAll(/[()[\].*+?]/g, '\\$&')}`, 'm'));
      }
    }
    for (const words of [
      'estimatedDurationMinutes 90',
      'autoSchedulingEnabled true',
      `createdAt ${story.createdAt}`,
      `parent ${parent.reference}`,
      `objectiveId ${objective.id}`,
    ])
      expect(text).toContain(words);
    expect(text).not.toContain('Left out');
    expect(text).not.toContain('structured');
  });

  test('lists its sub-stories by reference, and says when an imported one came', async () => {
    const parent = await newStory();
    const child = await newStory({ parentId: parent.id, title: 'Below it' });
    expect(await textOf('get_story', { story: parent.reference })).toContain(
      `subStories:\n- ${child.reference} "Below it"`,
    );
    const imported = dataOf<Story>(
      await admin.client.post(
        `${workspace.path}/stories`,
        { teamId: team.id, title: 'Old', imported: { createdAt: '2020-05-01T00:00:00.000Z' } },
        { 'idempotency-key': randomUUID() },
      ),
      201,
    );
    const text = await textOf('get_story', { story: imported.reference });
    expect(text).toContain('createdAt 2020-05-01T00:00:00.000Z');
    expect(text).toContain(`importedAt ${imported.importedAt}`);
  });
});

describe('lists', () => {
  test('say what rows leave out, and show it when fields asks for it', async () => {
    const story = await newStory({
      description: `First\n${'x'.repeat(2_000)} the end`,
      estimatedDurationMinutes: 45,
    });
    const short = await textOf('list_stories', {});
    expect(short).toContain('estimatedDurationMinutes 45');
    expect(short).toContain(`createdAt ${story.createdAt}`);
    expect(short).toMatch(/^Left out: .*description.*fields\.$/m);
    const asked = await client.answered('list_stories', { fields: ['description', 'status', 'assignee'] });
    expect(asked.text).toContain('  > First\n');
    expect(asked.text).toContain('the end');
    expect(asked.text).not.toContain('Left out');
    expect(asked.text).not.toContain('estimatedDurationMinutes');
    expect(asked.text).toContain('Backlog');
    expect(asked.text).toContain(story.updatedAt);
    const [row] = asked.structured.data;
    expect(Object.keys(row)).not.toContain('priority');
  });

  test.each([
    ['list_teams', {}, 'memberCount 2'],
    ['list_labels', {}, 'scope workspace'],
    ['list_objectives', { fields: ['description'] }, '> What it is for'],
    ['list_sprints', {}, 'current true'],
  ])('%s with %o', async (tool, args, words) => {
    await person.client.post(`${workspace.path}/labels`, { name: `L ${randomUUID()}` });
    await plan.objective(team, { description: 'What it is for' });
    const days = { startDate: new Date(Date.now() - 86_400_000), endDate: new Date(Date.now() + 86_400_000) };
    await plan.sprint(team, {
      startDate: days.startDate.toISOString(),
      endDate: days.endDate.toISOString(),
    });
    expect(await textOf(tool, args)).toContain(words);
  });

  test('refuse a field that none has, with the one that is meant', async () => {
    await newStory();
    const error = await client.refused('list_stories', { fields: ['descripton'] });
    expect(error.message).toContain('did you mean description?');
    for (const name of ['commentCount', 'lastCommentAt']) expect(error.message).toContain(name);
    const others = await client.refused('list_stories', { fields: ['zzz', 'descripton', 'history'] });
    expect(others.message.match(/createdAt/g)).toHaveLength(1);
    expect(others.message).toContain('fields.2 is only shown of one story, by get_story.');
    expect(others.fields.every(({ message = '' }) => !message.includes('createdAt'))).toBe(true);
    expect(error.message).toContain('createdAt');
    expect((await client.refused('list_stories', { fields: 'description,' })).code).toBe('invalid_request');
  });

  test('have each part that get_story shows of the same story', async () => {
    const other = await connectedClient(await workspace.person('member', [team]));
    const parent = await newStory({ title: 'Has parts', description: '- [x] one\n- [ ] two' });
    const child = await newStory({ parentId: parent.id, title: 'Is a part', assigneeId: person.id });
    const blocked = await newStory({ title: 'Waits for it' });
    const relation = { story: parent.reference, type: 'blocks', relatedStory: blocked.reference };
    await client.use('manage_relations', relation);
    await client.use('save_comment', { story: parent.id, content: 'Said', ...key() });
    await client.use('manage_relations', { story: parent.reference, url: 'https://example.com/design' });
    const whole = (await client.answered('get_story', { story: parent.reference })).structured.data;
    expect(whole.relations).toHaveLength(1);
    const fields = Object.keys(whole);
    const args = { fields, filter: '"Has parts"' };
    await expect.poll(() => textOf('list_stories', args)).toContain('commentCount 1');
    const { structured, text } = await other.answered('list_stories', { workspaceId: workspace.id, ...args });
    const [row] = structured.data;
    for (const name of fields) expect(row[name], name).toEqual(whole[name]);
    for (const words of [
      `  blocks ${blocked.reference} "Waits for it"`,
      `- ${child.reference} "Is a part"`,
      '1 of 2 items of its checklist',
    ])
      expect(text).toContain(words);
    expect(await textOf('list_stories', { fields: ['sender'] })).toContain(parent.reference);
  });

  test('say what day it is', async () => {
    expect(await textOf('list_sprints', {})).toContain(`Today is ${new Date().toISOString().slice(0, 10)}`);
  });
});

describe('analyses', () => {
  test('name their groups under a heading for each kind, unassigned stories too', async () => {
    const objective = await plan.objective(team, { name: 'Grow the market' });
    const statuses = (await person.client.get(`${workspace.path}/statuses`, { teamId: team.id })).json.data;
    const { id: statusId } = statuses.find(({ category }: { category: string }) => category === 'started');
    await newStory({ statusId, objectiveId: objective.id, assigneeId: person.id });
    await newStory({ statusId });
    const text = await textOf('analyze_work', { teamId: team.id });
    expect(text).toMatch(/groups by team:\n- .*inProgress/);
    expect(text).toMatch(/groups by assignee:\n- "A member": .*\n- without assignee: /);
    expect(text).toMatch(/groups by objective:\n- "Grow the market": .*\n- without objective: /);
    expect(text).toContain('definitions: ');
    expect(text).not.toContain('Left out');
  });

  test('the preview of a schedule is in the text as a whole', async () => {
    const story = await newStory({
      title: 'Late one',
      autoSchedulingEnabled: true,
      estimatedDurationMinutes: 60,
      assigneeId: person.id,
    });
    const { text, structured } = await client.answered('analyze_work', {
      preview: { stories: [{ story: story.reference, endDate: '2026-12-01' }] },
    });
    for (const part of Object.values(structured.data.preview)) {
      for (const { title, explanation } of part as { title: string; explanation: string }[]) {
        expect(text).toContain(title);
        expect(text).toContain(explanation);
      }
    }
    expect(text).not.toContain('Left out');
  });
});

test('long texts fit into what clients show, whatever they are made of', async () => {
  const story = await newStory({ description: '\n'.repeat(10_000) + '😀'.repeat(5_000) });
  for (let count = 0; count < 12; count++)
    await client.use('save_comment', { story: story.id, content: `${count} ${'y'.repeat(9_900)}`, ...key() });
  for (const [tool, args] of [
    ['get_story', { story: story.id, full: true }],
    ['list_comments', { story: story.id, full: true }],
    ['list_stories', { fields: ['description'] }],
  ] as const) {
    const { content, structuredContent } = await client.callTool(tool, args);
    expect(JSON.stringify({ content, structuredContent }).length, tool).toBeLessThanOrEqual(50_000);
    expect(content[0].text, tool).not.toContain('structured');
  }
});

test('a story with full: true has all that a result has room for, and says so where that is not all', async () => {
  const lines = Array.from({ length: 2_700 }, (_, n) => `line ${n % 10}...`).join('\n');
  const [readable, hostile] = [
    await newStory({ description: lines }),
    await newStory({ description: 'あ"\n'.repeat(10_922) }),
  ];
  const textOfStory = async (args: object) => (await client.callTool('get_story', args)).content[0].text;
  expect(await textOfStory({ story: readable.id })).toContain('get_story with full: true has all of it');
  const whole = await textOfStory({ story: readable.id, full: true });
  expect(whole).toContain(lines.replaceAll(/^/gm, '> '));
  expect(whole).not.toMatch(/more characters|Shortened/);
  expect(await textOfStory({ story: hostile.id })).toContain('full: true has as much as one result can');
  const part = await textOfStory({ story: hostile.id, full: true });
  expect(part).toMatch(/… \[\d+ more characters; one result has no room for more\]/);
  expect(part).not.toMatch(/limit|fields/);
  expect(part.length).toBeGreaterThan(20_000);
});

test('another person sees the same, without what only others may see', async () => {
  const other = await connectedClient(await workspace.person('guest', [team]));
  const story = await newStory();
  const { text } = await other.answered('get_story', { story: story.reference });
  expect(text).toContain(story.reference);
});

describe('the days of a sprint', () => {
  test('are said as they are in its zone, east and west of Greenwich', async () => {
    for (const [timeZone, hour] of [
      ['Europe/Berlin', '23'],
      ['America/Los_Angeles', '08'],
    ] as const) {
      const own = await workspace.team();
      const owner = await workspace.person('admin', [own]);
      const cadence = { enabled: true, lengthWeeks: 2, startsOn: 'monday', timeZone };
      const address = `${workspace.path}/teams/${own.id}/sprint-cadence`;
      dataOf(await owner.client.request('PUT', address, { body: cadence }), 200);
      const sprint = dataOf<{ id: string; startDate: string }>(
        await owner.client.post(`${workspace.path}/sprints`, {
          teamId: own.id,
          name: 'Of days',
          startDate: `2031-01-${hour === '23' ? '05' : '06'}T${hour}:00:00Z`,
          endDate: `2031-01-${hour === '23' ? '18' : '19'}T${hour}:00:00Z`,
        }),
        201,
      );
      const reader = await connectedClient(owner);
      const said = async (tool: string, args: object) =>
        (await reader.answered(tool, { workspaceId: workspace.id, ...args })).text;
      const texts = [
        await said('list_sprints', { teamId: own.id }),
        await said('list_sprints', { teamId: own.id, fields: ['startDate', 'endDate'] }),
        await said('analyze_sprint', { sprintId: sprint.id }),
        await said('analyze_sprint', { sprintId: sprint.id, plan: true }),
      ];
      for (const text of texts) {
        expect(text, timeZone).toContain('startDate 2031-01-06');
        expect(text, timeZone).toContain('endDate 2031-01-19');
        expect(text, timeZone).not.toContain(sprint.startDate);
      }
    }
  });
});

test('all that a write did is listed, however much it was', async () => {
  const stories = Array.from({ length: 90 }, (_, n) => ({
    title: `Of many ${n}`,
    description: 'x'.repeat(300),
  }));
  const { text } = await client.answered('create_story', { teamId: team.id, stories, ...key() });
  for (const { title } of stories) expect(text).toContain(`"${title}"`);
  expect(text).toContain('90 of 90 done.');
  expect(text).not.toMatch(/ask for less|fields/);
});
