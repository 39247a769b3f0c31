/**
 * An integrator's program over types generated from /openapi.json: creates a story, reads it, changes it,
 * finds it in the list and deletes it. Prints the title it ends with.
 */
import createClient from 'openapi-fetch';
import type { components, paths } from '../../../dist/generated-client/api.d.ts';

type Story = components['schemas']['Story'];

const { BASE_URL: baseUrl, TOKEN: token, TEAM_ID: teamId } = process.env as Record<string, string>;
const api = createClient<paths>({ baseUrl: baseUrl!, headers: { authorization: `Bearer ${token}` } });

function dataOf<T>(answer: { data?: { data: T }; error?: unknown }): T {
  if (answer.data) return answer.data.data;
  throw new Error(JSON.stringify(answer.error));
}

const { workspaceId } = dataOf(await api.GET('/api/v1/me'));
const path = { workspaceId };

const created: Story = dataOf(
  await api.POST('/api/v1/workspaces/{workspaceId}/stories', {
    params: { path, header: { 'Idempotency-Key': crypto.randomUUID() } },
    body: { title: 'Made by a generated client', teamId: teamId!, priority: 'high' },
  }),
);
const storyPath = { ...path, storyId: created.id };
const read = dataOf(
  await api.GET('/api/v1/workspaces/{workspaceId}/stories/{storyId}', { params: { path: storyPath } }),
);
const updated = dataOf(
  await api.PATCH('/api/v1/workspaces/{workspaceId}/stories/{storyId}', {
    params: { path: storyPath },
    body: { expectedUpdatedAt: read.updatedAt, title: 'Changed by a generated client' },
  }),
);
const listed = dataOf(
  await api.GET('/api/v1/workspaces/{workspaceId}/stories', {
    params: { path, query: { teamId: teamId!, limit: 100 } },
  }),
);
if (!listed.some(({ id }) => id === created.id)) throw new Error('The new story is not in the list.');
dataOf(
  await api.DELETE('/api/v1/workspaces/{workspaceId}/stories/{storyId}', { params: { path: storyPath } }),
);
console.log(updated.title);
