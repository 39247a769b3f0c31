import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { deliverGithub, newHookWorkspace } from './hook-api.ts';

test('A rotation returns another secret, once, and at most five are accepted', async () => {
  const [place, other] = [await newHookWorkspace(), await newHookWorkspace()];
  const hook = await place.hook();
  expectRefusal(await other.api.rotate(hook.id), 404, 'not_found');
  for (let generation = 2; generation <= 5; generation++) {
    const { json } = await place.api.rotate(hook.id);
    expect(json.data.secretGeneration).toBe(generation);
    expect(json.signingSecret).not.toBe(hook.secret);
    expect((await deliverGithub({ ...hook, secret: json.signingSecret }, 'ping', {})).status).toBe(200);
  }
  expectRefusal(await place.api.rotate(hook.id), 409, 'conflict');
  expect((await deliverGithub(hook, 'ping', {})).status).toBe(200);
  expect((await place.api.get(hook.id)).text).not.toContain('whsec_');
});
