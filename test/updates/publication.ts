import { expect, test } from 'vitest';
import type { FeedbackUpdate } from '../../shared/feedback/updates/update.ts';
import { expectRefusal } from '../support/answers.ts';
import { feedbackApi } from '../support/feedback.ts';
import { newWorkspace } from '../support/workspace.ts';

/** Publishing and withdrawing differ in the update that they begin with, and in the time that they leave. */
export function testPublication(verb: 'publish' | 'withdraw'): void {
  test(`a request to ${verb} an update takes effect once, again changes nothing, and guests are refused`, async () => {
    const workspace = await newWorkspace();
    const { client } = await workspace.person('member');
    const feedback = feedbackApi(workspace, (await workspace.person('admin')).client);
    const portal = await feedback.portal();
    const update = verb === 'publish' ? await feedback.update(portal) : await feedback.published(portal);
    const path = `${feedback.pathOf(portal)}/updates/${update.id}`;
    const guest = await workspace.person('guest');
    expectRefusal(await guest.client.post(`${path}/${verb}`), 403, 'insufficient_role');

    const { status, json } = await client.post(`${path}/${verb}`);
    const { updatedAt } = json.data as FeedbackUpdate;
    const publishedAt = verb === 'publish' ? updatedAt : null;
    expect([status, json.data]).toEqual([200, { ...update, publishedAt, updatedAt }]);
    expect(updatedAt > update.updatedAt).toBe(true);
    expect((await client.post(`${path}/${verb}`)).json).toEqual(json);
    expect((await client.get(path)).json).toEqual(json);
  });
}
