import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openExportFolder } from '../../../cli/export/export-folder.ts';
import { attachmentApi } from '../../attachments/attachment-api.ts';
import { commentApi } from '../../comments/comment-api.ts';
import { newExportWorkspace } from '../../exports/export-workspace.ts';
import { sharedService } from '../../support/service.ts';
import { runCli, startCli } from './cli.ts';

async function newExportFolder() {
  const world = await newExportWorkspace();
  const folder = mkdtempSync(join(tmpdir(), 'plotline-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const env = { PLOTLINE_URL: sharedService().baseUrl, PLOTLINE_TOKEN: world.admin.token };
  const linesOf = (name: string) =>
    readFileSync(join(folder, name), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string });
  return { ...world, folder, env, linesOf };
}

test('export writes a file for each kind, the bytes of attachments, and tables with names', async () => {
  const { workspace, team, admin, stories, folder, env, linesOf } = await newExportFolder();
  const story = await stories.create({ teamId: team.id, title: '=SUM(A1)', assigneeId: admin.id });
  const comment = await commentApi(workspace, story.id, admin.client).create({
    content: 'One,\n"two"\u2028three',
  });
  const file = await attachmentApi(workspace, admin.client).attach(story, 'hello', {
    name: '../a: b.txt'.slice(3),
  });
  const { code, stdout, stderr } = await runCli(['export', folder, '--csv'], env);
  expect([code, stderr], stderr).toEqual([0, expect.any(String)]);
  expect(stdout).toMatch(/^✓ Exported \d+ resources to /);
  expect(linesOf('stories.jsonl')).toEqual([{ ...(await stories.read(story.id)), startedAt: null }]);
  expect(linesOf('comments.jsonl').map(({ id }) => id)).toEqual([comment.id]);
  expect(readFileSync(join(folder, 'files', `${file.id} a_ b.txt`), 'utf8')).toBe('hello');
  const { name } = (await workspace.operator.getMember(workspace.id, admin.id))!;
  expect(readFileSync(join(folder, 'stories.csv'), 'utf8').split('\r\n')[1]).toMatch(
    new RegExp(`^${story.reference},'=SUM\\(A1\\),${team.name},Backlog,${name},`),
  );
  expect(readFileSync(join(folder, 'comments.csv'), 'utf8')).toContain(`${story.reference},${name},`);
  expect(readFileSync(join(folder, 'comments.csv'), 'utf8')).toContain('"One,\n""two""\u2028three"');
  expect(readdirSync(folder).filter((one) => one.startsWith('.') || one.endsWith('.tmp'))).toEqual([]);
});

test('export stores an attachment of a long name, and removes what only an earlier export had', async () => {
  const { workspace, team, admin, stories, folder, env } = await newExportFolder();
  const story = await stories.create({ teamId: team.id });
  const name = `${'名'.repeat(200)}.txt`;
  const file = await attachmentApi(workspace, admin.client).attach(story, 'hello', { name });
  expect((await runCli(['export', folder], env)).code).toBe(0);
  expect(readdirSync(join(folder, 'files'))).toEqual([`${file.id} ${'名'.repeat(60)}`]);
  await stories.delete(story.id);
  expect((await runCli(['export', folder], env)).code).toBe(0);
  expect(existsSync(join(folder, 'stories.jsonl'))).toBe(false);
});

test('export goes on where a killed one was, and replaces an earlier one', async () => {
  const { team, stories, exports, folder, env, linesOf } = await newExportFolder();
  await stories.create({ teamId: team.id });
  const { child, says, ended } = startCli(['export', folder], env);
  await says(/%|files/);
  child.kill('SIGKILL');
  await ended;
  const again = await runCli(['export', folder], env);
  expect([again.code, again.stderr], again.stderr).toEqual([0, expect.any(String)]);
  expect(linesOf('stories.jsonl')).toHaveLength(1);
  expect((await exports.list()).length).toBeLessThanOrEqual(2);
  await stories.create({ teamId: team.id });
  expect((await runCli(['export', folder, '--no-files'], env)).code).toBe(0);
  expect(linesOf('stories.jsonl')).toHaveLength(2);
});

test('only one export at a time is written into a folder', async () => {
  const { folder, env, exports } = await newExportFolder();
  const unlock = openExportFolder(folder).lock();
  const refused = await runCli(['export', folder], env);
  expect([refused.code, refused.stderr]).toEqual([1, `Another export into ${folder} is running.\n`]);
  expect(await exports.list()).toEqual([]);
  unlock();
  expect((await runCli(['export', folder], env)).code).toBe(0);
});

test('export refuses a folder with other files and a team that the admin is not in', async () => {
  const { workspace, folder, env } = await newExportFolder();
  const foreign = await workspace.team();
  const refused = await runCli(['export', folder, '--teams', foreign.code], env);
  expect([refused.code, refused.stderr]).toEqual([1, `The token's member is in no team ${foreign.code}.\n`]);
  writeFileSync(join(folder, 'manifest.json'), '{"name":"mine"}');
  const other = await runCli(['export', folder], env);
  expect([other.code, other.stderr]).toEqual([1, `${folder} has other files; use an empty folder.\n`]);
  expect(existsSync(join(folder, 'stories.jsonl'))).toBe(false);
});
