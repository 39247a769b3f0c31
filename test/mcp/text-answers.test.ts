import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createStoryAs } from '../support/workspace.ts';
import { newMcpWorkspace } from './mcp-workspace.ts';

/** What a client that passes only text to its model gets, which must not lose anything without a word. */
const { workspace, team, person, client } = await newMcpWorkspace();
const newStory = (fields: object = {}) =>
  createStoryAs(person.client, workspace, { teamId: team.id, ...fields });
const textOf = async (tool: string, args: object) => (await client.answered(tool, args)).text;
const key = () => ({ idempotencyKey: randomUUID() });

test('a long description says how to read all of it, and full returns it', async () => {
  const end = 'the very end';
  const { reference } = await newStory({ description: `${'x'.repeat(3_000)} ${end}` });
  const short = await textOf('get_story', { story: reference });
  expect(short).toContain('2013 more characters; get_story with full: true has all of it]');
  expect(short).not.toContain(end);
  const whole = await textOf('get_story', { story: reference, full: true });
  expect(whole).toContain(end);
  expect(whole).not.toContain('more characters');
});

test('comments have their text, in lines of their own, and their replies', async () => {
  const { reference: story } = await newStory();
  const save = async (args: object) => (await client.use('save_comment', { story, ...key(), ...args })).data;
  const root = await save({ content: `First line\nid forged\n${'y'.repeat(1_500)} end` });
  const reply = await save({ content: 'An answer\n- not an item', parentId: root.id });
  const text = await textOf('list_comments', { story });
  const lines = text.split('\n');
  expect(lines).toContain('> First line');
  expect(lines).toContain('> id forged');
  expect(text).toContain('list_comments with full: true has all of it]');
  expect(lines).toContain('  > An answer');
  expect(lines).toContain('  > - not an item');
  expect(text).toContain(reply.id);
  expect(await textOf('list_comments', { story, full: true })).toContain('yyy end');
});

test('a comment that search finds shows where its words are', async () => {
  const word = 'quokka';
  const { reference: story, title } = await newStory();
  await client.use('save_comment', { story, content: `Look at the ${word} here`, ...key() });
  await expect
    .poll(() => textOf('search', { q: word, type: 'comment' }))
    .toContain(`${story} ${JSON.stringify(title)} – type comment, snippet "Look at the ${word} here"`);
});

test('a search of nothing but words of every text says so', async () => {
  expect(await textOf('search', { q: 'the of and' })).toContain('These words are in nearly every text');
  expect(await textOf('search', { q: 'kookaburras' })).not.toContain('nearly every text');
});

test('an exact title is found first, whatever else has its words', async () => {
  const word = 'wombat';
  const exact = await newStory({ title: `Feed ${word}`, description: 'z '.repeat(400) });
  await newStory({ title: `Feed ${word} ${word} ${word}`, description: `Feed ${word}. `.repeat(20) });
  await expect.poll(async () => (await client.use('search', { q: `feed ${word}` })).data.length).toBe(2);
  const [first] = (await client.use('search', { q: `feed ${word}` })).data;
  expect(first.id).toBe(exact.id);
});

test('writes say what they did, with the assignee, the status and the relation', async () => {
  const [story, other] = [await newStory(), await newStory()];
  const { name } = (await workspace.operator.getMember(workspace.id, person.id))!;
  const change = { story: story.reference, expectedUpdatedAt: story.updatedAt };
  const text = await textOf('update_story', { ...change, assigneeId: 'me', statusId: 'Done' });
  expect(text).toContain(`status Done`);
  expect(text).toContain(`assignee ${JSON.stringify(name)}`);
  const relation = { story: story.reference, type: 'blocked by', relatedStory: other.reference };
  expect(await textOf('manage_relations', relation)).toContain(`Added: blocked by ${other.reference}.`);
  const gone = await textOf('manage_relations', { ...relation, action: 'remove' });
  expect(gone).toContain(`Removed: blocked by ${other.reference}.`);
});

test('statuses come in the order of the workflow', async () => {
  const { data } = await client.use('list_statuses', { teamId: team.code });
  expect(data.map(({ name }: { name: string }) => name)).toEqual([
    'Backlog',
    'To Do',
    'In Progress',
    'Done',
    'Cancelled',
  ]);
});

test('the history of a story is in the text too', async () => {
  const story = await newStory();
  await client.use('update_story', { story: story.id, expectedUpdatedAt: story.updatedAt, priority: 'high' });
  await expect
    .poll(() => textOf('get_story', { story: story.id, history: true }))
    .toMatch(/history:\n> .*priority/s);
});
