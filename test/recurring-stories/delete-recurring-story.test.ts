import { expect, test } from 'vitest';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { getJob } from '../../shared/kernel/jobs/job-store.ts';
import { expectRefusal } from '../support/answers.ts';
import { dayFromNow, newRecurringWorkspace } from './recurring-api.ts';

const { workspace, team, recurring } = await newRecurringWorkspace();

test('a deleted recurring story is gone, with the job that makes its stories', async () => {
  const { id } = await recurring.create({ teamId: team.id, startDate: dayFromNow(2) });
  const job = { name: 'recurring_story', ownerId: id } as const;
  const dueAt = async () => (await getJob(createReader(workspace.database), job)).dueAt;
  expect(await dueAt()).toBe(`${dayFromNow(2)}T00:00:00.000Z`);
  expect((await recurring.delete(id)).json.data).toEqual({ id, deleted: true });
  expectRefusal(await recurring.get(id), 404, 'not_found');
  expect(await dueAt()).toBeUndefined();
});
