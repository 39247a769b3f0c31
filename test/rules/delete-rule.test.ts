import { beforeAll, expect, test } from 'vitest';
import { listComments } from '../../shared/planning/comments/list-comments.ts';
import { getRules } from '../../shared/events/rules/rule-store.ts';
import { teamOperations } from '../../shared/surface/teams/teams.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { newRuleWorld, type RuleWorld } from './rule-world.ts';

let world: RuleWorld;

beforeAll(async () => {
  world = await newRuleWorld();
});

const commented = (content: string) => [
  { operation: 'createComment', input: { storyId: '{{story.id}}', content } },
];

test('a deleted rule runs no more, also for what happened before', async () => {
  const rule = await world.create({ on: ['story.created'], then: commented('Seen') });
  const before = await world.story();
  await world.dispatch();
  await world.delete(rule);
  const after = await world.story();
  await world.settle([rule]);
  for (const { id: storyId } of [before, after])
    expect(await world.run(listComments, { path: { storyId } })).toEqual([]);
});

test('the rules of a team end with it', async () => {
  const { workspace } = world;
  const team = await workspace.team();
  const owner = await workspace.person('admin', [team]);
  await world.create({ teamId: team.id, on: ['story.created'], then: commented('Seen') }, owner);
  const read = createReader(world.database);
  const idsOf = async () => (await getRules(read, workspace.id)).map(({ rule }) => rule.teamId);
  expect(await idsOf()).toContain(team.id);
  const deleteTeam = teamOperations.find(({ id }) => id === 'deleteTeam')!;
  await world.run(deleteTeam, { path: { teamId: team.id } }, { by: owner });
  expect(await idsOf()).not.toContain(team.id);
});
