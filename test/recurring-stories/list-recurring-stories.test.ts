import { expect, test } from 'vitest';
import { expectRefusal, readAll } from '../support/answers.ts';
import { dayFromNow, newRecurringWorkspace } from './recurring-api.ts';

const { workspace, team, other, member, recurring, theirs } = await newRecurringWorkspace();

test('a team sees its own recurring stories, newest first, and those of others do not exist', async () => {
  const startDate = dayFromNow(5);
  const mine = [];
  for (let position = 0; position < 3; position++)
    mine.unshift(await recurring.create({ teamId: team.id, startDate }));
  const hidden = await theirs.create({ teamId: other.id, startDate });
  expect(await readAll(member.client, `${workspace.path}/recurring-stories`, { limit: 2 })).toEqual(mine);
  expect((await recurring.list({ teamId: team.id })).json.data).toEqual(mine);
  expectRefusal(await recurring.list({ teamId: other.id }), 404, 'not_found');
  expectRefusal(await recurring.get(hidden.id), 404, 'not_found');
  expectRefusal(await recurring.update(hidden, { name: 'Mine' }), 404, 'not_found');
  expectRefusal(await recurring.delete(hidden.id), 404, 'not_found');
});
