import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { hookApi, newHookWorkspace } from './hook-api.ts';

test('A hook of another workspace does not exist, and members see none', async () => {
  const [place, other] = [await newHookWorkspace(), await newHookWorkspace()];
  const { id } = await place.hook();
  expect((await place.api.get(id)).text).not.toContain('whsec_');
  expectRefusal(await other.api.get(id), 404, 'not_found');
  const { workspace, team } = place;
  const member = hookApi(workspace, (await workspace.person('member', [team])).client);
  expectRefusal(await member.get(id), 403, 'insufficient_role');
});
