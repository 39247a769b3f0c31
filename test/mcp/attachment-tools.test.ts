import { expect, test } from 'vitest';
import { attachmentApi, upload } from '../attachments/attachment-api.ts';
import { PNG } from '../support/feedback.ts';
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
  const other = await files.attach(story, 'again', { name: 'b.txt' });
  const several = await client.refused('manage_relations', { ...file, action: 'remove' });
  expect(several.message).toContain(other.id);
  await client.use('manage_relations', { ...file, file: other.id, action: 'remove' });
  const { data } = await client.use('manage_relations', { ...file, action: 'remove' });
  expect(data).toMatchObject({ id, message: 'Removed the file "b.txt".' });
  expect(await files.list(story)).toEqual([]);
});

test('a small file is attached and read in one call each, and not attached twice', async () => {
  const story = await createStoryAs(person.client, workspace, { teamId: team.id });
  const add = {
    story: story.reference,
    file: 'notes.md',
    content: Buffer.from('# Notes\n').toString('base64'),
  };
  const { data } = await client.use('manage_relations', add);
  expect(data.message).toBe('Attached the file "notes.md".');
  const files = attachmentApi(workspace, person.client);
  expect(await files.list(story)).toMatchObject([
    { id: data.id, contentType: 'text/markdown', size: 8, state: 'ready', createdBy: person.id },
  ]);
  expect((await client.refused('manage_relations', add)).hint).toContain('action: "remove"');

  const { structured, text } = await client.answered('get_story', {
    story: story.reference,
    file: 'notes.md',
  });
  expect(structured.data).toMatchObject({ id: data.id, name: 'notes.md', text: '# Notes\n' });
  expect(text).toContain(structured.data.url);
  expect(text).toContain('> # Notes');
  expect(await (await fetch(structured.data.url)).text()).toBe('# Notes\n');
  const { hint } = await client.refused('get_story', { story: story.reference, file: 'other' });
  expect(hint).toBe('get_story without file lists the files of a story.');
  expect((await client.refused('get_story', { story: story.reference, file: 'other' })).code).toBe(
    'not_found',
  );
});

test('a larger file is uploaded by a form, and is there once the tool is told', async () => {
  const story = await createStoryAs(person.client, workspace, { teamId: team.id });
  const file = { story: story.reference, file: 'shot.png' };
  const bytes = Buffer.from(PNG, 'base64');
  const { structured, text } = await client.answered('manage_relations', { ...file, size: bytes.length });
  const { url, fields } = structured.data;
  expect(text).toContain(`url: ${url}`);
  expect(text).toContain(JSON.stringify(fields));
  expect((await client.refused('manage_relations', file)).code).toBe('conflict');
  expect((await upload({ url, fields }, bytes)).status).toBe(204);
  await client.use('manage_relations', file);
  const { data } = await client.use('get_story', file);
  expect(data).not.toHaveProperty('text');
  expect(Buffer.from(await (await fetch(data.url)).arrayBuffer())).toEqual(bytes);
});

test('what is no file, or too large for a call, is refused with what to do', async () => {
  const story = await createStoryAs(person.client, workspace, { teamId: team.id });
  const error = (args: object) =>
    client.refused('manage_relations', { story: story.reference, file: 'a.txt', ...args });
  const refused = async (args: object) => (await error(args)).fields[0];
  expect(await refused({})).toMatchObject({ path: 'content', code: 'required' });
  expect(await refused({ content: 'no base64!' })).toMatchObject({ path: 'content' });
  expect(await refused({ content: `${'='.repeat(60_000)}x` })).toMatchObject({ path: 'content' });
  const large = Buffer.alloc(32 * 1_024 + 1).toString('base64');
  expect((await error({ content: large })).message).toContain('send the size instead');
  expect(await refused({ size: 26 * 1_024 * 1_024 })).toMatchObject({ path: 'size' });
  expect(await refused({ file: 'a/b.txt', size: 1 })).toMatchObject({ path: 'file' });
  const elsewhere = await newMcpWorkspace();
  const foreign = { workspaceId: workspace.id, story: story.id, file: 'a.txt' };
  expect((await elsewhere.client.refused('get_story', foreign)).code).toBe('not_found');
});

test('a file is read and removed however many newer ones the story has, also in a workspace named in capitals', async () => {
  const story = await createStoryAs(person.client, workspace, { teamId: team.id });
  const file = {
    workspaceId: workspace.id.toUpperCase(),
    story: story.reference,
    file: 'oldest.txt',
  };
  const content = Buffer.from('First').toString('base64');
  const { data } = await client.use('manage_relations', { ...file, content });
  const files = attachmentApi(workspace, person.client);
  await Promise.all(Array.from({ length: 50 }, () => files.create(story)));
  expect((await client.use('get_story', file)).data).toMatchObject({ id: data.id, text: 'First' });
  await client.use('manage_relations', { ...file, action: 'remove' });
  expect((await files.get(story, data)).status).toBe(404);
});
