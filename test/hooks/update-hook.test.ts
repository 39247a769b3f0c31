import { beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { pullRequest } from './github-payloads.ts';
import { deliverGithub, newHookWorkspace, type HookWorkspace } from './hook-api.ts';

let place: HookWorkspace;

beforeAll(async () => {
  place = await newHookWorkspace();
});

test('An update renames a hook and replaces its rules, from the version that was read', async () => {
  const hook = await place.hook();
  const rules = [place.rule({ mergedStatusId: place.statuses.unstarted })];
  const { json } = await place.api.update(hook, { name: 'Shop', rules });
  const rule = { openedStatusId: null, closedStatusId: null, ...rules[0] };
  expect(json.data).toMatchObject({ name: 'Shop', rules: [rule], provider: 'github' });
  expect(await place.api.read(hook.id)).toEqual(json.data);
  const stale = await place.api.update(hook, { name: 'Late' });
  expect(expectRefusal(stale, 409, 'version_conflict').changedFields).toEqual(['name']);
});

test('An update moves no story back that an earlier rule has moved', async () => {
  const hook = await place.hook();
  const { id, reference } = await place.story();
  await deliverGithub(hook, 'pull_request', pullRequest({ title: reference, at: 1 }));
  await place.api.update(hook, { rules: [place.rule({ closedStatusId: place.statuses.unstarted })] });
  await deliverGithub(hook, 'pull_request', pullRequest({ title: reference, state: 'closed', at: 2 }));
  expect(await place.stories.read(id)).toMatchObject({
    statusId: place.statuses.started,
    links: [{ state: 'closed' }],
  });
});

test('An update names only teams and accounts that a new hook could', async () => {
  const hook = await place.hook();
  const foreign = await newHookWorkspace();
  const alien = await place.api.update(hook, { serviceAccountId: foreign.account.id });
  expectRefusal(alien, 400, 'invalid_reference');
  const team = await place.api.update(hook, { rules: [{ teamId: foreign.team.id }] });
  expectRefusal(team, 400, 'invalid_reference');
  expectRefusal(await foreign.api.update(hook, { name: 'Mine' }), 404, 'not_found');
});
