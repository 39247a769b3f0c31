import { expect, test } from 'vitest';
import { runCli } from './cli.ts';
import { intoEng, json, setUp, untilChanged } from './import-into.ts';

test('imports that updated each other are undone, the newest first, until nothing of them is left', async () => {
  const made = await setUp();
  const { run, env, stories } = made;
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
    { rows: first, options: [], changes: 2 },
    { rows: second, options: ['--update'], changes: 3 },
    { rows: first, options: ['--update'], changes: 2 },
  ];
  const sets: { changeSetId: string; changes: number }[] = [];
  for (const { rows, options, changes } of imports) {
    const set = await run([json(rows), ...options, ...args]);
    await untilChanged(made, set, changes);
    sets.push({ changeSetId: set.changeSetId, changes });
  }
  for (const { changeSetId, changes } of sets.toReversed()) {
    for (const flag of ['--dry-run', '--yes']) {
      const { code, stdout, stderr } = await runCli(['undo', changeSetId, flag, '--json'], env);
      expect(code, stderr).toBe(0);
      const outcome = JSON.parse(stdout);
      expect(outcome, flag).toMatchObject({ conflicts: [], irreversible: [] });
      if (flag === '--yes') await untilChanged(made, outcome, changes);
    }
  }
  expect(await stories()).toEqual({});
});
