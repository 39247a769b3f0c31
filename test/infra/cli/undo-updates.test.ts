import { expect, test } from 'vitest';
import { readAll } from '../../support/answers.ts';
import { until } from '../../support/until.ts';
import { runCli } from './cli.ts';
import { intoEng, json, setUp } from './import-into.ts';

test('imports that updated each other are undone, the newest first, until nothing of them is left', async () => {
  const { run, env, stories, person, workspace } = await setUp();
  const first = [
    { key: 'N-1', title: 'Top', status: 'Done' },
    { key: 'N-2', title: 'Child', parent: 'N-1', status: 'Done' },
  ];
  const second = [
    { key: 'N-1', title: 'Top', status: 'To Do' },
    { key: 'N-2', title: 'Child', parent: 'N-1', status: 'In Progress' },
    { key: 'N-3', title: 'Leaf', parent: 'N-2', status: 'Done' },
  ];
  const source = ['--source', 'tracker', '--source-url', 'https://example.com/issues/{id}'];
  const args = ['--map=key=key', '--name', 'rows.json', ...source, ...intoEng];
  const imports = [
    await run([json(first), ...args]),
    await run([json(second), '--update', ...args]),
    await run([json(first), '--update', ...args]),
  ];
  const { Top } = await stories();
  const untilTold = (count: number) =>
    until(async () => {
      const at = `${workspace.path}/stories/${Top!.id}/history`;
      return (await readAll(person.client, at)).length === count;
    });
  await untilTold(3);
  // What the stream tells of an import comes later than its answer.
  for (const { changeSetId } of imports) {
    const at = `${workspace.path}/change-sets/${changeSetId}`;
    await until(async () => (await person.client.get(at)).status === 200);
  }
  for (const [undone, { changeSetId }] of imports.toReversed().entries()) {
    for (const flag of ['--dry-run', '--yes']) {
      const { code, stdout, stderr } = await runCli(['undo', changeSetId, flag, '--json'], env);
      expect(code, stderr).toBe(0);
      expect(JSON.parse(stdout), flag).toMatchObject({ conflicts: [], irreversible: [] });
    }
    if (undone < 2) await untilTold(4 + undone);
  }
  expect(await stories()).toEqual({});
});
