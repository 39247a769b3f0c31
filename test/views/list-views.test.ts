import { expect, test } from 'vitest';
import { newWorkspace } from '../support/workspace.ts';
import { viewApi } from './view-api.ts';

test('everyone lists their own views and those of their teams, newest first', async () => {
  const workspace = await newWorkspace();
  const [one, other] = [await workspace.team(), await workspace.team()];
  const both = viewApi(workspace, (await workspace.person('member', [one, other])).client);
  const single = viewApi(workspace, (await workspace.person('member', [one])).client);
  const ofOne = await both.create({ visibility: 'team', teamId: one.id });
  const ofOther = await both.create({ visibility: 'team', teamId: other.id });
  const [mine, theirs] = [await both.create(), await single.create()];
  expect(await both.list()).toEqual([mine, ofOther, ofOne]);
  expect(await single.list()).toEqual([theirs, ofOne]);
  expect(await both.list({ teamId: one.id })).toEqual([ofOne]);
  expect(await both.list({ limit: 1 })).toEqual([mine]);
});
