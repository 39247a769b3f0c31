import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { newKey } from '../support/workspace.ts';
import { dayFromNow, newRecurringWorkspace } from './recurring-api.ts';

const { workspace, team, recurring } = await newRecurringWorkspace();

test('a guest of the team reads a recurring story, and one that is unknown does not exist', async () => {
  const made = await recurring.create({ teamId: team.id, startDate: dayFromNow(4) });
  const guest = await workspace.person('guest', [team]);
  const { json } = await guest.client.get(`${workspace.path}/recurring-stories/${made.id}`);
  expect(json.data).toEqual(made);
  expectRefusal(await recurring.get(newKey()), 404, 'not_found');
});
