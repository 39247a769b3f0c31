import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { daysOff, testCreation } from './entry-tests.ts';
import { days, newWorkingPlace } from './working-place.ts';

testCreation(daysOff);

test('who has added it for somebody is shown it again only as long as they may see it, and its name as an admin', async () => {
  const { workspace, team, member, asSeenBy } = await newWorkingPlace();
  const { operator, id: workspaceId } = workspace;
  const former = await workspace.person('admin', [team]);
  const headers = { 'Idempotency-Key': 'time-off-of-somebody-else' };
  const again = () => asSeenBy(former, member).addTimeOff({ ...days, name: 'Away' }, headers);
  expect((await again()).json.data.name).toBe('Away');
  expect((await again()).json.data.name).toBe('Away');
  await operator.updateMember((await operator.getMember(workspaceId, former.id))!, { role: 'guest' });
  expect((await again()).json.data).toMatchObject({ ...days, name: null });
  await operator.leaveTeam({ workspaceId, teamId: team.id, principalId: former.id });
  expectRefusal(await again(), 404, 'not_found');
});
