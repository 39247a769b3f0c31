import { expect, test } from 'vitest';
import { newsKinds } from '../../shared/identity/mail/news-kind.ts';
import { notificationApi } from './notification-api.ts';
import { workerService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';

test('preferences are the defaults until something is chosen', async () => {
  const { service } = await workerService();
  const workspace = await newWorkspace(service);
  const { client } = await workspace.person('guest');
  const kinds = Object.fromEntries(newsKinds.map((kind) => [kind, { mail: 'each', inApp: true }]));
  const { json } = await notificationApi(workspace, client).preferences();
  expect(json.data).toEqual({
    mail: 'each',
    kinds: { ...kinds, update_posted: { mail: 'daily', inApp: true } },
    feedback: 'off',
    updatedAt: null,
  });
});
