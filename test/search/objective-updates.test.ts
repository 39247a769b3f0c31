import { beforeAll, expect, test } from 'vitest';
import { planningApi, type PlanningApi } from '../support/planning.ts';
import { until } from '../support/until.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import type { Team } from '../../shared/identity/team/team.ts';

let workspace: TestWorkspace;
let team: Team;
let lead: Person;
let colleague: Person;
let plan: PlanningApi;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
  lead = await workspace.person('member', [team]);
  colleague = await workspace.person('member', [team]);
  plan = planningApi(workspace, lead.client);
});

const hitsOf = async ({ client }: Person, q: string, type?: string): Promise<any[]> =>
  (await client.get(`${workspace.path}/search`, { q, ...(type && { type }) })).json.data;
const idsFor = async (person: Person, q: string, type?: string): Promise<string[]> =>
  (await hitsOf(person, q, type)).map(({ id }) => id);

test('an update is found by its words, shown with its objective, and is a type of its own', async () => {
  const objective = await plan.objective(team, { name: 'Be easy to leave' });
  const update = await plan.updatesOf(objective).write({ body: 'The quokka export waits for a decision.' });
  await until(async () => (await idsFor(colleague, 'quokka')).length > 0);
  const [hit] = await hitsOf(colleague, 'quokka');
  expect(hit).toMatchObject({
    type: 'objective_update',
    id: update.id,
    title: 'Be easy to leave',
    snippet: 'The quokka export waits for a decision.',
    highlights: [{ field: 'snippet', start: 4, end: 10 }],
    teamId: team.id,
    objectiveId: objective.id,
    storyId: null,
  });
  expect(await idsFor(colleague, 'quokka', 'objective_update')).toEqual([update.id]);
  expect(await idsFor(colleague, 'quokka', 'objective')).toEqual([]);
  expect(await idsFor(colleague, 'easy to leave', 'objective_update')).toEqual([]);
});

test('an update is found by its words of now, and no longer once it is deleted', async () => {
  const updates = plan.updatesOf(await plan.objective(team));
  const update = await updates.write({ body: 'A numbat is late.' });
  await until(async () => (await idsFor(lead, 'numbat')).length > 0);
  await updates.update(update.id, { expectedUpdatedAt: update.updatedAt, body: 'A wombat is late.' });
  await until(async () => (await idsFor(lead, 'wombat')).length > 0);
  expect(await idsFor(lead, 'numbat')).toEqual([]);
  await updates.delete(update.id);
  await until(async () => (await idsFor(lead, 'wombat')).length === 0);
});

test('an update is found by those who see its objective, which may become private and shared again', async () => {
  const objective = await plan.objective(team, { private: true });
  const update = await plan.updatesOf(objective).write({ body: 'The bilby is a secret.' });
  await until(async () => (await idsFor(lead, 'bilby')).length > 0);
  expect(await idsFor(colleague, 'bilby')).toEqual([]);
  const isPrivate = async (value: boolean) => {
    const { updatedAt } = (await plan.objectives.get(objective.id)).json.data;
    await plan.objectives.update(objective.id, { expectedUpdatedAt: updatedAt, private: value });
  };
  await isPrivate(false);
  await until(async () => (await idsFor(colleague, 'bilby')).length > 0);
  await isPrivate(true);
  await until(async () => (await idsFor(colleague, 'bilby')).length === 0);
  expect(await idsFor(lead, 'bilby')).toEqual([update.id]);
});
