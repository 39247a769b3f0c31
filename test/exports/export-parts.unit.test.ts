import { expect, test } from 'vitest';
import { exportParts, notExported } from '../../shared/surface/exports/export-parts.ts';
import { allOperations } from '../../shared/surface/registry.ts';

const WORKSPACE = '/api/v1/workspaces/{workspaceId}/';

test('every list of a workspace is exported, or the table says why it is not', () => {
  const lists = allOperations.filter(({ kind, path }) => kind === 'list' && path.startsWith(WORKSPACE));
  const exported = exportParts
    .flatMap((part) => [part, ...(part.below ?? [])])
    .map(({ operation }) => operation.path);
  const left = lists.map(({ path }) => path).filter((path) => !exported.includes(path));
  expect(left.map((path) => path.slice(WORKSPACE.length)).sort()).toEqual(Object.keys(notExported).sort());
});

test('parts of the same name are the same list', () => {
  const parts = exportParts.flatMap((part) => [part, ...(part.below ?? [])]);
  const paths = new Map(parts.map(({ name, operation }) => [name, operation.path]));
  for (const { name, operation } of parts) expect(operation.path, name).toBe(paths.get(name));
  expect(new Set(paths.values()).size).toBe(new Set(parts.map(({ operation }) => operation.path)).size);
});
