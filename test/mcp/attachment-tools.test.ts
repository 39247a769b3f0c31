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

test('manage_relations removes a file of a story by its name, unless several have it', async () => {
  const story = await createStoryAs(person.client, workspace, { teamId: team.id });
  const files = attachmentApi(workspace, person.client);
  const { id } = await files.attach(story, 'hello', { name: 'b.txt' });
  const file = { story: story.reference, file: 'b.txt' };
  expect((await client.refused('manage_relations', file)).fields[0].message).toBe('must be one of remove');
  const other = await files.attach(story, 'again', { name: 'b.txt' });
  const several = await client.refused('manage_relations', { ...file, action: 'remove' });
  expect(several.fields[0].message).toContain(other.id);
  await client.use('manage_relations', { ...file, file: other.id, action: 'remove' });
  const { data } = await client.use('manage_relations', { ...file, action: 'remove' });
  expect(data).toMatchObject({ id, message: 'Removed the file "b.txt".' });
  expect(await files.list(story)).toEqual([]);
});
