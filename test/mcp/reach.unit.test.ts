import { describe, expect, test } from 'vitest';
import { setupKinds } from '../../shared/surface/mcp/setup-kinds.ts';
import { tools } from '../../shared/surface/mcp/tools.ts';
import { allOperations } from '../../shared/surface/registry.ts';
import { elsewhere, reached, unreached } from './reached-operations.ts';

const planning = allOperations.filter(({ tag }) => !elsewhere.includes(tag));
const argumentsOf = (name: string): string[] => {
  const tool = tools.find((one) => one.name === name);
  expect(tool, `${name} is a tool`).toBeDefined();
  return Object.keys(tool!.schemas().inputSchema['properties'] as object);
};

describe('every operation of planning', () => {
  test('is reached by a tool, or says why not', () => {
    const known = [...Object.keys(reached), ...Object.keys(unreached)].sort();
    expect(known, 'tables of test/mcp/reached-operations.ts').toEqual(planning.map(({ id }) => id).sort());
  });

  test.each(Object.entries(reached))('%s is reached by a call that its tool knows: %s', (id, call) => {
    const [tool, ...words] = call.split(' ');
    if (tool !== 'manage_setup') {
      // This argument is announced by results, since the list of tools has no room for it.
      const announced = ['triage'];
      expect([...argumentsOf(tool!), ...announced]).toEqual(expect.arrayContaining(words));
      return;
    }
    const [kind, action] = words as [string, string];
    expect(setupKinds.get(kind)?.actions[action]?.id).toBe(id);
  });

  test('areas other than planning exist', () => {
    const tags = new Set<string>(allOperations.map(({ tag }) => tag));
    expect(elsewhere.filter((tag) => !tags.has(tag))).toEqual([]);
  });

  test('kinds of manage_setup run only operations that are said to be reached by them', () => {
    const run = [...setupKinds].flatMap(([kind, { actions }]) =>
      Object.entries(actions).map(([action, { id }]) => [id, `manage_setup ${kind} ${action}`] as const),
    );
    expect(run.filter(([id, call]) => reached[id] !== call)).toEqual([]);
  });
});
