import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { pullRequest } from './github-payloads.ts';
import { deliverGithub, newHookWorkspace } from './hook-api.ts';

test('A deleted hook takes no more deliveries, and its links stay', async () => {
  const [place, other] = [await newHookWorkspace(), await newHookWorkspace()];
  const hook = await place.hook();
  const { id, reference } = await place.story();
  await deliverGithub(hook, 'pull_request', pullRequest({ title: reference }));
  expectRefusal(await other.api.delete(hook.id), 404, 'not_found');
  expect((await place.api.delete(hook.id)).json.data).toEqual({ id: hook.id, deleted: true });
  const refused = await deliverGithub(hook, 'pull_request', pullRequest({ title: reference, at: 1 }));
  expectRefusal(refused, 404, 'not_found');
  expectRefusal(await place.api.get(hook.id), 404, 'not_found');
  expect((await place.stories.read(id)).links).toHaveLength(1);
});
