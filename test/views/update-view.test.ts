import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { newWorkspace } from '../support/workspace.ts';
import { viewApi } from './view-api.ts';

test('every member of the team changes its views, and only its owner a personal one', async () => {
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const [owner, colleague] = [
    viewApi(workspace, (await workspace.person('member', [team])).client),
    viewApi(workspace, (await workspace.person('member', [team])).client),
  ];
  const shared = await owner.create({ visibility: 'team', teamId: team.id, sort: 'endDate' });
  const patch = {
    expectedUpdatedAt: shared.updatedAt,
    name: 'Ours',
    filter: 'priority:high',
    columns: ['title'],
    clearFields: ['sort'],
  };
  const { data } = (await colleague.update(shared.id, patch)).json;
  expect(data).toMatchObject({ name: 'Ours', filter: 'priority:high', columns: ['title'], sort: null });
  expect((await owner.get(shared.id)).json.data).toEqual(data);
  const own = await owner.create();
  const foreign = { expectedUpdatedAt: own.updatedAt, name: 'Not mine' };
  expectRefusal(await colleague.update(own.id, foreign), 404, 'not_found');
});
