import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commentApi } from '../../comments/comment-api.ts';
import { sharedService } from '../../support/service.ts';
import { createStoryAs, newWorkspace } from '../../support/workspace.ts';
import { fileWith, runCli, runJson, temporaryFolder } from './cli.ts';

async function setUp() {
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const person = await workspace.person('member', [team]);
  const story = await createStoryAs(person.client, workspace, { teamId: team.id });
  const env = { PLOTLINE_URL: sharedService().baseUrl, PLOTLINE_TOKEN: person.token };
  return { workspace, person, story, env };
}

test('a file is attached to a story and to a comment, listed and downloaded, never over another file', async () => {
  const { workspace, person, story, env } = await setUp();
  const comment = await commentApi(workspace, story.id, person.client).create({ content: 'See the log.' });
  const file = fileWith('log.csv', 'a,b\n1,2\n');
  const made = await runJson(['stories', 'attach', story.reference, file], env);
  expect(made).toMatchObject({ name: 'log.csv', contentType: 'text/csv', state: 'ready', commentId: null });
  const note = fileWith('note.md', '# Hello');
  const second = await runJson(['stories', 'attach', story.id, note, '--comment', comment.id], env);
  expect(second).toMatchObject({ contentType: 'text/markdown', commentId: comment.id });
  expect(await runJson(['attachments', 'list', story.reference], env)).toEqual([second, made]);
  const ofComment = ['attachments', 'list', story.reference, '--comment', comment.id];
  expect(await runJson(ofComment, env)).toEqual([second]);

  const to = join(temporaryFolder(), 'copy.csv');
  const downloading = ['attachments', 'download', story.reference, 'LOG.csv', '--to', to];
  const { stdout } = await runCli(downloading, env);
  expect(stdout).toContain(`Downloaded log.csv to ${to}.`);
  expect(readFileSync(to, 'utf8')).toBe('a,b\n1,2\n');
  const again = await runCli(downloading, env);
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('already a file') });
  const nowhere = await runCli([...downloading.slice(0, -1), join(to, 'x')], env);
  expect([nowhere.code, nowhere.stderr]).toEqual([
    1,
    expect.stringMatching(/^[^\n]+ cannot be written \(E\w+\)[^\n]+\n$/),
  ]);
});

test('attaching says what is wrong with a file, a story and a token', async () => {
  const { story, env } = await setUp();
  const refused = async (args: string[], more: Record<string, string> = {}) => {
    const { code, stderr } = await runCli(args, { ...env, ...more });
    expect(code).toBe(1);
    return stderr;
  };
  const file = fileWith('log.txt', 'hello');
  expect(await refused(['stories', 'attach', story.reference, temporaryFolder()])).toContain('is not a file');
  expect(await refused(['stories', 'attach', 'NONE-1', file])).toContain('There is no story NONE-1');
  expect(await refused(['stories', 'attach', story.id, fileWith('none.txt', '')])).toContain('at least 1');
  expect(await refused(['attachments', 'download', story.id, 'x'])).toContain('no file named x');
  const token = { PLOTLINE_TOKEN: 'plt_pat_x' };
  expect(await refused(['attachments', 'list', story.id], token)).toContain('complete token');
});
