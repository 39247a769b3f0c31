import { expect, test } from 'vitest';
import { newId } from '../../shared/kernel/core/id.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { timeOffStore } from '../../shared/planning/scheduling/working-time/working-time-store.ts';
import { expectRefusal } from '../support/answers.ts';
import { daysOff, testCreation } from './entry-tests.ts';
import { days, newWorkingPlace } from './working-place.ts';

testCreation(daysOff);

test('a person who added time off for a member sees it in a replay only while they may see it, and its name only as an admin', async () => {
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

test('a member has at most the limit of entries, however many are added at once, and room comes back', async () => {
  const { workspace, member, asSeenBy } = await newWorkingPlace();
  const own = asSeenBy(member);
  const whose = { workspaceId: workspace.id, memberId: member.id };
  const createdAt = new Date().toISOString();
  for (let n = 0; n < 195; n++) {
    const entry = { id: newId(new Date()), ...whose, ...days, name: null, createdAt };
    await commit(workspace.database, [timeOffStore.put(entry)]);
  }
  const answers = await Promise.all(Array.from({ length: 20 }, () => own.addTimeOff(days)));
  const countOf = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
  expect([countOf(201), countOf(409)]).toEqual([5, 15]);
  const read = createReader(workspace.database);
  const all = await timeOffStore.readAll(read, whose);
  expect(all).toHaveLength(200);
  expectRefusal(await own.addTimeOff(days), 409, 'conflict');
  expect((await own.deleteTimeOff(all[0]!.id)).status).toBe(200);
  expect((await own.addTimeOff(days)).status).toBe(201);
  expectRefusal(await own.addTimeOff(days), 409, 'conflict');
});
