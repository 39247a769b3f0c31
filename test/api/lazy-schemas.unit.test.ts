import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { allOperations, functionGroups } from '../../shared/surface/registry.ts';

const root = resolve(import.meta.dirname, '../..');
const url = (path: string) => JSON.stringify(pathToFileURL(resolve(root, path)).href);

/** Imports modules in a process of their own, and reads the output of operations; returns the names of all schemas then. */
function schemasMadeBy(modules: readonly string[]): string[] {
  const program = [
    ...modules.map((path) => `for (const one of Object.values(await import(${url(path)}))) one.output;`),
    `const { globalRegistry } = await import('zod');`,
    `process.stdout.write(JSON.stringify([...globalRegistry._idmap.keys()]));`,
  ].join('\n');
  const options = { cwd: root, encoding: 'utf8' } as const;
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '--eval', program], options),
  ) as string[];
}

const functions = Object.entries(functionGroups).filter(([, { operations }]) => operations.length > 0);

test('no function makes a schema of a resource or a request when it starts', () => {
  expect(functions.length).toBeGreaterThan(10);
  expect(schemasMadeBy(functions.map(([name]) => `functions/${name}.ts`))).toEqual([]);
  // Which is how it would show.
  expect(schemasMadeBy(['shared/planning/stories/get-story.ts'])).toContain('Story');
});

test('an operation makes each of its schemas once', () => {
  for (const operation of allOperations) {
    expect(operation.output).toBe(operation.output);
    expect(operation.input.path).toBe(operation.input.path);
    expect(operation.input.query).toBe(operation.input.query);
    expect(operation.input.body).toBe(operation.input.body);
    if (operation.kind === 'bulk') expect(operation.envelope).toBe(operation.envelope);
  }
});
