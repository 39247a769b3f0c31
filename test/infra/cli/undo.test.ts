import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { until } from '../../support/until.ts';
import { fileWith, runCli } from './cli.ts';
import { intoEng, json, setUp } from './import-into.ts';

const rows = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ key: `${n}`, title: `Row ${n}`, labels: ['Imported'] }));

test('an import is one change set, which changes lists and undo takes back', async () => {
  const { run, env, stories, list, person, workspace } = await setUp();
  const report = fileWith('report.jsonl', '');
  const args = [json(rows(25)), '--map=key=key', '--create=labels', '--report', report];
  const { changeSetId, created } = await run([...args, ...intoEng]);
  expect(created).toBe(25);
  expect(readFileSync(report, 'utf8').split('\n')[0]).toBe(JSON.stringify({ kind: 'import', changeSetId }));
  const countOf = async () => {
    const { json: answer } = await person.client.get(`${workspace.path}/change-sets/${changeSetId}`);
    return answer.data?.changes.length;
  };
  await until(async () => (await countOf()) === 26);

  const listed = await runCli(['changes', '--json'], env);
  expect(JSON.parse(listed.stdout)[0]).toMatchObject({
    id: changeSetId,
    counts: { 'story.created': 25, 'label.created': 1 },
  });
  expect((await runCli(['changes'], env)).stdout).toContain('25 story created');

  const dry = await runCli(['undo', changeSetId, '--dry-run'], env);
  expect(dry.code, dry.stderr).toBe(0);
  expect(dry.stdout).toContain('Nothing was changed');
  expect(Object.keys(await stories())).toHaveLength(25);
  expect((await runCli(['undo', changeSetId], env)).code).not.toBe(0);
  expect(Object.keys(await stories())).toHaveLength(25);

  const undone = await runCli(['undo', changeSetId, '--yes', '--json'], env);
  expect(undone.code, undone.stderr).toBe(0);
  expect(JSON.parse(undone.stdout)).toMatchObject({ dryRun: false, conflicts: [], irreversible: [] });
  expect(await stories()).toEqual({});
  expect(await list('labels')).toEqual([]);
  const unknown = await runCli(['undo', '019aad45-2656-7202-8f07-f41bba4e8298', '--yes'], env);
  expect(unknown.code).toBe(1);
});

test('a dry run of an import changes nothing, and says so', async () => {
  const { env, stories, workspace, person } = await setUp();
  const args = ['import', json(rows(3)), '--map=key=key', '--create=labels', ...intoEng, '--dry-run'];
  const { code, stdout } = await runCli(args, env);
  expect([code, stdout.includes('Nothing was imported')]).toEqual([0, true]);
  const plan = await runCli([...args, '--json'], env);
  expect(JSON.parse(plan.stdout)).toMatchObject({ dryRun: true });
  expect(await stories()).toEqual({});
  const { json: sets } = await person.client.get(`${workspace.path}/change-sets`, { actorId: person.id });
  expect(sets.data).toEqual([]);
});
