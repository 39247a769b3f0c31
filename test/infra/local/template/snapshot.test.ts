import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { readLocalApp } from '../../../../infra/local/app.ts';
import {
  snapshotText,
  takeTemplateSnapshot,
  writeAssembly,
  type TemplateSnapshot,
} from '../../../../infra/local/template/snapshot.ts';
import { loadAssembly } from '../../../../infra/local/template/template.ts';
import { ROOT, temporaryFolder } from '../support.ts';

/*
 * Where the CDK is not installed, `npm start` serves this snapshot. After a change of the stacks, run this file with
 * `-u`, which writes it again: npm test -- test/infra/local/template/snapshot.test.ts -u
 */
const FILE = join(ROOT, 'infra/local/template/snapshot.json');

test('the snapshot is what the CDK synthesizes', async () => {
  await expect(
    snapshotText(takeTemplateSnapshot(loadAssembly(inject('service').assembly))),
  ).toMatchFileSnapshot(FILE);
});

/** What the runner reads of an assembly, without its folders, and with the routes in the order of their keys. */
function served(directory: string) {
  const { resolver, valuesOf, api, functions, buckets, ...app } = readLocalApp(
    loadAssembly(directory),
    '/home',
    {
      baseUrl: 'http://localhost',
      queueUrl: ({ logicalId }) => logicalId,
    },
  );
  const routes = api.routes.map(({ routeKey, target }) => ({
    routeKey,
    fn: target.fn.name,
    timeoutMs: target.timeoutMs,
    headers: [...target.headerMappings],
  }));
  const all = {
    ...app,
    functions,
    buckets: buckets.map(({ name }) => name),
    routes: routes.sort((a, b) => (a.routeKey < b.routeKey ? -1 : 1)),
    api: { ...api, routes: [] },
  };
  // A snapshot has no roles: what a function imports changes none.
  const text = JSON.stringify(all, (key, value: unknown) => (key === 'tableRights' ? undefined : value));
  return JSON.parse(text.replaceAll(/"modulePath":"[^"]*"/g, '"modulePath":""')) as object;
}

test('an assembly of the snapshot serves the same, with the routes of all operations and pages', () => {
  const { assembly } = inject('service');
  const directory = join(temporaryFolder(), 'assembly');
  const snapshot = JSON.parse(readFileSync(FILE, 'utf8')) as TemplateSnapshot;
  const [anyFunction] = loadAssembly(assembly).stacks.flatMap(({ assets }) =>
    [...assets.values()].filter((path) => existsSync(join(path, 'index.mjs'))),
  );
  const folder = temporaryFolder();
  cpSync(join(anyFunction!, 'index.mjs'), join(folder, 'index.mjs'));
  writeAssembly(snapshot, directory, () => folder);
  expect(served(directory)).toEqual(served(assembly));
});
