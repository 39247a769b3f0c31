import { beforeAll, expect, test } from 'vitest';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { days, newWorkingPlace, type WorkingPlace } from './working-place.ts';

let place: WorkingPlace;
beforeAll(async () => {
  place = await newWorkingPlace();
});

test('people add their own, admins those of everybody, and nobody else', async () => {
  const { workspace, admin, member, colleague, asSeenBy } = place;
  for (const who of [member, admin]) {
    const { status, json, text } = await asSeenBy(who, member).addTimeOff({ ...days, name: 'Away' });
    expect(status, text).toBe(201);
    expect(json.data).toMatchObject({
      ...days,
      name: 'Away',
      memberId: member.id,
      workspaceId: workspace.id,
    });
  }
  const refused = await asSeenBy(colleague, member).addTimeOff(days);
  expect(expectRefusal(refused, 403, 'insufficient_role').requiredRole).toBe('admin');
});

test('refuses what is no span', async () => {
  const { member, asSeenBy } = place;
  expectBadFields(await asSeenBy(member).addTimeOff({ ...days, startDate: '2027-02-29' }), ['startDate']);
  const turned = { startDate: days.endDate, endDate: days.startDate };
  expectBadFields(await asSeenBy(member).addTimeOff(turned), ['endDate']);
});

test('who has added it for somebody is shown it again only as long as they may see it, and its name as an admin', async () => {
  const { workspace, team, member, asSeenBy } = place;
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
