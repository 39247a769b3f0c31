import { expect, test } from 'vitest';
import { dayFromNow, newRecurringWorkspace } from './recurring-api.ts';

const { workspace, team, member, recurring } = await newRecurringWorkspace();

test('the history of a recurring story says who paused it', async () => {
  const made = await recurring.create({ teamId: team.id, startDate: dayFromNow(4) });
  await recurring.update(made, { paused: true });
  const path = `${workspace.path}/recurring-stories/${made.id}/history`;
  const fieldsOf = async () => {
    const [newest] = (await member.client.get(path)).json.data ?? [];
    return newest?.changes.map(({ field }: { field: string }) => field);
  };
  await expect.poll(fieldsOf, { timeout: 60_000 }).toContain('paused');
});
