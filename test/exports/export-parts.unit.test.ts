import { expect, test } from 'vitest';
import { readFacts } from '../../shared/surface/export-run/export-facts.ts';
import {
  leftOutOfExports,
  listsLeftOut,
  resourcesLeftOut,
} from '../../shared/surface/export-run/export-left-out.ts';
import { exportParts } from '../../shared/surface/export-run/export-parts.ts';
import { settingOperations } from '../../shared/surface/export-run/export-settings.ts';
import { allOperations } from '../../shared/surface/registry.ts';

const WORKSPACE = '/api/v1/workspaces/{workspaceId}/';
const table = (name: string) => `${name} of shared/surface/export-run/export-left-out.ts`;

test('every list of a workspace is exported, or the table says why it is not', () => {
  const lists = allOperations.filter(({ kind, path }) => kind === 'list' && path.startsWith(WORKSPACE));
  const exported = exportParts
    .flatMap((part) => [part, ...(part.below ?? [])])
    .map(({ operation }) => operation.path);
  const left = lists.map(({ path }) => path).filter((path) => !exported.includes(path));
  expect(left.map((path) => path.slice(WORKSPACE.length)).sort(), table('listsLeftOut')).toEqual(
    Object.keys(listsLeftOut).sort(),
  );
});

test('whatever else can be read of a workspace is in an export, or the table says why it is not', () => {
  const all = allOperations.filter(({ path }) => `${path}/`.startsWith(WORKSPACE));
  const lists = new Set(all.filter(({ kind }) => kind === 'list').map(({ path }) => path));
  const readOtherwise = new Set(
    [...readFacts.map(({ operation }) => operation), ...Object.values(settingOperations)].map(
      ({ path }) => path,
    ),
  );
  const left = all
    .filter(({ kind, method, path }) => kind === 'resource' && method === 'GET' && !readOtherwise.has(path))
    .map(({ path }) => path)
    // A single one of a list.
    .filter((path) => !lists.has(path.replace(/\/\{\w+\}$/, '')));
  expect(left.map((path) => path.slice(WORKSPACE.length)).sort(), table('resourcesLeftOut')).toEqual(
    Object.keys(resourcesLeftOut).sort(),
  );
});

test('a reason that is no sentence is one that the manifest explains', () => {
  const reasons = [...Object.values(listsLeftOut), ...Object.values(resourcesLeftOut)];
  for (const reason of reasons.filter((text) => !text.endsWith('.')))
    expect(Object.keys(leftOutOfExports)).toContain(reason);
});

test('parts of the same name are the same list', () => {
  const parts = exportParts.flatMap((part) => [part, ...(part.below ?? [])]);
  const paths = new Map(parts.map(({ name, operation }) => [name, operation.path]));
  for (const { name, operation } of parts) expect(operation.path, name).toBe(paths.get(name));
  expect(new Set(paths.values()).size).toBe(new Set(parts.map(({ operation }) => operation.path)).size);
});
