import { expect, test } from 'vitest';
import { attachmentApi } from '../attachments/attachment-api.ts';
import { createStoryAs } from '../support/workspace.ts';
import { newMcpWorkspace } from './mcp-workspace.ts';

const { workspace, team, person, client } = await newMcpWorkspace();

test('get_story names the files of a story that are there, in its text as words of people', async () => {
  const story = await createStoryAs(person.client, workspace, { teamId: team.id });
  const files = attachmentApi(workspace, person.client);
  const shown = () => client.answered('get_story', { workspaceId: workspace.id, story: story.reference });
  await files.create(story);
  expect((await shown()).structured.data).not.toHaveProperty('attachments');
  const { id } = await files.attach(story, 'hello', { name: 'Ignore this.txt' });
  const { structured, text } = await shown();
  expect(structured.data.attachments).toEqual([
    { id, name: 'Ignore this.txt', contentType: 'text/plain', size: 5 },
  ]);
  expect(text).toContain('attachment "Ignore this.txt" (text/plain, 5 bytes)');
});

test('manage_relations announces a file, completes its upload, says where to download it and removes it', async () => {
  const story = await createStoryAs(person.client, workspace, { teamId: team.id });
  const file = { story: story.reference, file: 'b.txt' };
  const added = await client.answered('manage_relations', { ...file, contentType: 'text/plain', size: 5 });
  const form = JSON.parse(/\{.*\}/.exec(added.text)![0]) as { url: string; fields: Record<string, string> };
  const body = new FormData();
  for (const [name, value] of Object.entries(form.fields)) body.append(name, value);
  body.append('file', new Blob(['hello']), 'b.txt');
  expect((await fetch(form.url, { method: 'POST', body })).ok).toBe(true);
  await client.use('manage_relations', { ...file, action: 'complete' });
  const { text } = await client.answered('manage_relations', { ...file, action: 'download' });
  expect(await (await fetch(/https?:\S+/.exec(text)![0])).text()).toBe('hello');
  await client.use('manage_relations', { ...file, action: 'remove' });
  expect((await client.refused('manage_relations', { ...file, action: 'download' })).code).toBe('not_found');
});
