import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { newKey } from '../support/workspace.ts';
import { newTellingTeam } from './notification-api.ts';

const { stories, team, grace, own, told } = await newTellingTeam();

test('a notification is returned as the list has it, and an unknown one is not found', async () => {
  await stories.create({ teamId: team.id, assigneeId: grace.id });
  await told();
  const [listed] = await own.shown();
  const { status, json } = await own.get(listed!.id);
  expect([status, json.data]).toEqual([200, listed]);
  expectRefusal(await own.get(newKey()), 404, 'not_found');
});
