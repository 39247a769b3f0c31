import { expect, test } from 'vitest';
import { linkApi } from '../links/link-api.ts';
import { createStoryAs } from '../support/workspace.ts';
import { newMcpWorkspace } from './mcp-workspace.ts';

const { workspace, team, person, client } = await newMcpWorkspace();

test('get_story shows the links of a story, in its text as words of people', async () => {
  const story = await createStoryAs(person.client, workspace, { teamId: team.id });
  const links = linkApi(workspace, person.client);
  const shown = () => client.answered('get_story', { workspaceId: workspace.id, story: story.reference });
  expect((await shown()).text).not.toContain('link');
  const pull = { url: 'https://github.com/acme/app/pull/42', title: 'Add passkeys', state: 'merged' };
  await links.create(story, pull);
  await links.create(story, { url: 'https://example.com/a' });
  const { structured, text } = await shown();
  expect(structured.data.links).toMatchObject([
    { ...pull, kind: 'pull_request' },
    { url: 'https://example.com/a', kind: 'other' },
  ]);
  expect(text).toContain(`link pull_request "Add passkeys" "${pull.url}" (merged)`);
  expect(text).toContain('link other "https://example.com/a"');
});

test('manage_relations links a page once, gives the link a title and removes it, by its address', async () => {
  const story = await createStoryAs(person.client, workspace, { teamId: team.id });
  const links = async () =>
    (await client.answered('get_story', { story: story.reference })).structured.data.links ?? [];
  const page = { story: story.reference, url: 'https://example.com/design' };
  const { text } = await client.answered('manage_relations', page);
  expect(text).toContain('Linked https://example.com/design.');
  await client.use('manage_relations', { ...page, title: 'The design' });
  await client.use('manage_relations', page);
  expect(await links()).toMatchObject([{ url: page.url, title: 'The design' }]);
  await client.use('manage_relations', { ...page, action: 'remove' });
  expect(await links()).toEqual([]);
  expect((await client.refused('manage_relations', { ...page, action: 'remove' })).code).toBe('not_found');
  expect((await client.refused('manage_relations', { ...page, url: 'design' })).fields).toMatchObject([
    { path: 'url' },
  ]);
  expect(await client.refused('manage_relations', { ...page, action: 'download' })).toMatchObject({
    message: 'action must be one of add, remove.',
    fields: [{ path: 'action' }],
  });
});
