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
