import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { beforeAll, describe, expect, test } from 'vitest';
import { newPrivateObjective } from '../objectives/private.ts';
import type { Sprint } from '../../shared/planning/sprints/sprint.ts';
import { planningApi } from '../support/planning.ts';
import { createStoryAs } from '../support/workspace.ts';
import { connectedClient, type McpClient } from './mcp-client.ts';

let insider: McpClient;
let outsider: McpClient;
let place: Awaited<ReturnType<typeof newPrivateObjective>>;
let sprint: Sprint;
let listed: any[];

beforeAll(async () => {
  place = await newPrivateObjective();
  const { workspace, team, objective, plan, insiders, outsiders } = place;
  insider = await connectedClient(insiders[0]!);
  outsider = await connectedClient(outsiders[0]!);
  sprint = await plan.sprint(team);
  const { client } = insiders[0]!;
  const statuses = (await client.get(`${workspace.path}/statuses`, { teamId: team.id })).json.data;
  const { id: statusId } = statuses.find(({ category }: any) => category === 'started');
  const fields = { teamId: team.id, sprintId: sprint.id, objectiveId: objective.id, estimateValue: 5 };
  await createStoryAs(client, workspace, { ...fields, statusId });
  listed = (await insider.send('tools/list')).json.result.tools;
});

const called = (): [string, object][] => [
  ['analyze_sprint', { sprintId: sprint.id }],
  ['analyze_objective', { objectiveId: place.objective.id }],
  ['analyze_work', { teamId: place.team.id }],
];

describe.each(['analyze_sprint', 'analyze_objective', 'analyze_work'])('the tool %s', (name) => {
  const call = () => ({ workspaceId: place.workspace.id, ...called().find(([of]) => of === name)![1] });

  test('answers as it is listed, with every figure defined', async () => {
    const { data } = await insider.use(name, call());
    expect(data).toMatchObject({ inProgress: { stories: 1, estimate: 5 }, completed: { stories: 0 } });
    const ajv = new Ajv2020({ strict: true });
    formats.default(ajv);
    const { outputSchema } = listed.find((tool) => tool.name === name);
    expect(ajv.validate(outputSchema, { data }), JSON.stringify(ajv.errors)).toBe(true);
    const described = Object.keys(outputSchema.properties.data.properties);
    for (const member of Object.keys(data)) expect(described).toContain(member);
    const plain = [
      'id',
      'name',
      'startDate',
      'endDate',
      'timeZone',
      'since',
      'before',
      'burnDown',
      'oldest',
      'definitions',
      'facts',
    ];
    for (const figure of Object.keys(data).filter((member) => !plain.includes(member))) {
      expect(data.definitions[figure], figure).toMatch(/\.$/);
    }
    for (const figure of Object.keys(data.burnDown?.[0] ?? {}).filter((member) => member !== 'day')) {
      expect(data.definitions[figure], figure).toMatch(/\.$/);
    }
  });

  test('says what its picture shows, and returns the picture on request', async () => {
    const { data } = await insider.use(name, call());
    expect(data.facts).toMatch(/^[A-Z0-9].*\.$/);
    const content = async (args: object) =>
      (await insider.send('tools/call', { name, arguments: { ...call(), ...args } })).json.result.content;
    expect(await content({})).toHaveLength(1);
    const [, image] = await content({ picture: true });
    expect(image).toMatchObject({ type: 'image', mimeType: 'image/svg+xml' });
    const svg = Buffer.from(image.data, 'base64').toString();
    expect(svg).toContain(`<desc id="description">${data.facts}</desc>`);
    expect(svg.length).toBeLessThan(30_000);
  });

  test('shows no private objectives of others', async () => {
    if (name === 'analyze_objective') {
      expect((await outsider.refused(name, call())).code).toBe('not_found');
    } else {
      const { data } = await outsider.use(name, call());
      expect(data.inProgress.stories).toBe(1);
      expect(JSON.stringify(data)).not.toContain(place.objective.id);
    }
  });
});

test.each([-1, 45])('analyze_objective names the objective’s own end, %i days from now', async (days) => {
  const { workspace, team } = place;
  const [person] = place.insiders;
  const end = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const fields = { startDate: '2026-01-05T00:00:00.000Z', endDate: `${end}T00:00:00.000Z` };
  const objective = await planningApi(workspace, person!.client).objective(team, fields);
  await createStoryAs(person!.client, workspace, { teamId: team.id, objectiveId: objective.id });
  const call = { workspaceId: workspace.id, objectiveId: objective.id };
  const { data } = await insider.use('analyze_objective', call);
  expect(data.facts).toMatch(new RegExp(`ideal line to zero (has )?by ${end}\\.`));
});

test('analyze_sprint returns what is planned for a sprint that has not begun, without a page of zeros', async () => {
  const { workspace, team } = place;
  const [person] = place.insiders;
  const day = 24 * 60 * 60_000;
  const at = (days: number) => new Date(Date.now() + days * day).toISOString();
  const plan = planningApi(workspace, person!.client);
  const later = await plan.sprint(team, { startDate: at(10), endDate: at(23) });
  const call = { workspaceId: workspace.id, sprintId: later.id };
  const empty = await insider.answered('analyze_sprint', call);
  expect(empty.structured.data).toEqual({
    id: later.id,
    name: later.name,
    startDate: later.startDate,
    endDate: later.endDate,
    timeZone: 'UTC',
    remaining: { stories: 0, estimate: 0 },
    inProgress: { stories: 0, estimate: 0 },
    begun: false,
    forecast: {
      completed: 0,
      throughputDays: 0,
      insufficientHistory: true,
      assumptions: [expect.any(String)],
    },
    definitions: expect.any(Object),
  });
  expect(JSON.stringify(empty.structured).length).toBeLessThan(1_500);
  expect(empty.text).toContain('remaining 0 stories');
});

test('an analysis shows no future days, and no values of zero for a day', async () => {
  const { data } = await insider.use('analyze_sprint', {
    workspaceId: place.workspace.id,
    sprintId: sprint.id,
  });
  for (const day of data.burnDown) {
    expect(day).toHaveProperty('remaining');
    for (const [name, value] of Object.entries(day)) {
      if (name !== 'remaining') expect(value, name).not.toEqual({ stories: 0, estimate: 0 });
    }
  }
  expect(data.groups).toContainEqual(expect.objectContaining({ by: 'team', name: place.team.name }));
});
