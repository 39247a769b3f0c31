import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { ApiError } from '../../shared/kernel/core/errors.ts';
import { execute } from '../../shared/kernel/api/operation/execute.ts';
import { authenticate } from '../../shared/kernel/auth/authenticate.ts';
import { parseToken } from '../../shared/kernel/auth/token.ts';
import { newWorkspace } from '../support/workspace.ts';
import { functionNames } from '../../infra/constructs/bundle.ts';
import type { Services } from '../../shared/kernel/core/services.ts';
import { hasRights } from '../../shared/kernel/api/operation/operation-kinds.ts';
import { operatorGroup } from '../../shared/surface/groups/operator.ts';
import { nounHistories } from '../../shared/events/history/list-noun-history.ts';
import { allOperations, webRegistry } from '../../shared/surface/registry.ts';
import type { ResolveCaller } from '../../shared/kernel/core/caller.ts';

/** Operations that read, and take a body. */
const readsByPost = ['previewSchedule', 'previewPlan', 'previewRule', 'previewStoredRule'];

const root = resolve(import.meta.dirname, '../..');
const kebab = (id: string) =>
  id
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase();

describe('the registry', () => {
  test('has unique ids and routes', () => {
    const all = [...allOperations, ...Object.values(webRegistry).flat()];
    const ids = all.map(({ id }) => id);
    const routes = all.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(routes).size).toBe(routes.length);
  });

  test('has every operation and route that a file declares', () => {
    const declaration =
      /= (?:operation|list|bulkOperation|public\w+|pageRoute|formRoute|portalRoute|oauthEndpoint)\(\{\n  id: '(\w+)'/g;
    const declared = globSync('shared/**/*.ts', { cwd: root }).flatMap((file) =>
      [...readFileSync(resolve(root, file), 'utf8').matchAll(declaration)]
        .map(([, id]) => id!)
        // Tools run some that have no file, and no route.
        .filter((id) => kebab(id) === basename(file, '.ts')),
    );
    expect(declared.length).toBeGreaterThan(150);
    const served = new Set([...allOperations, ...Object.values(webRegistry).flat()].map(({ id }) => id));
    expect(declared.filter((id) => !served.has(id))).toEqual([]);
  });

  test('has an entry point and a sample event for every function', () => {
    const entries = globSync('functions/*.ts', { cwd: root }).map((file) => basename(file, '.ts'));
    expect(entries.sort()).toEqual([...functionNames].sort());
    for (const name of entries) expect(existsSync(resolve(root, `events/${name}.json`)), name).toBe(true);
  });
});

describe("the operator's operations", () => {
  const ids = operatorGroup.map(({ id }) => id);

  test('are separate from those that are served, and have ids of their own', () => {
    expect(operatorGroup.filter(({ kind }) => kind !== 'operator')).toEqual([]);
    const all = [...allOperations.map(({ id }) => id), ...ids];
    expect(new Set(all).size).toBe(all.length);
  });

  test('are all in the registry', () => {
    const made = globSync('shared/**/*.ts', { cwd: root })
      .filter((file) => readFileSync(resolve(root, file), 'utf8').includes('= operatorOperation({'))
      .map((file) => basename(file, '.ts'));
    expect(made.sort()).toEqual(ids.map(kebab).sort());
  });

  test.each(operatorGroup.map((operation) => [operation.id, operation] as const))(
    'include %s, which is refused to every credential and unknown to the API',
    async (id, operation) => {
      const workspace = await newWorkspace();
      const { token, client } = await workspace.person('admin');
      const authority: ResolveCaller = (read, now) => authenticate(parseToken(token)!, read, now);
      const input = new ApiError('invalid_request', 'Nobody gets to know.');
      const services = { database: workspace.database, now: () => new Date() } as Services;
      await expect(
        execute(services, { operation, resolveCaller: authority, input, claim: undefined, source: null }),
      ).rejects.toMatchObject({ code: 'principal_not_supported' });
      expect((await client.get('/openapi.json')).text).not.toContain(`"${id}"`);
    },
  );
});

const derived = new Set([...nounHistories.values()].map(({ id }) => id));
const sources = globSync('shared/**/*.ts', { cwd: root });
const tests = globSync('test/**/*.test.ts', { cwd: root }).map((path) => basename(path));

describe.each(allOperations.map((operation) => [operation.id, operation] as const))('%s', (id, operation) => {
  test('is in a file of its name, with a test of the same name', () => {
    // Groups have the names of functions, which may be those of operations.
    const found = sources.filter(
      (path) => basename(path, '.ts') === kebab(id) && !path.startsWith('shared/surface/groups/'),
    );
    // Those of histories are derived from the list of nouns (events/history/list-noun-history.ts).
    expect(found).toHaveLength(derived.has(id) ? 0 : 1);
    // One that depends on what a room above knows is returned by a function.
    for (const path of found)
      expect(readFileSync(resolve(root, path), 'utf8')).toMatch(new RegExp(`export const ${id}(With)? =`));
    expect(tests).toContain(`${kebab(id)}.test.ts`);
  });

  test('declares each parameter of its path', () => {
    const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys(operation.input.path.shape).sort()).toEqual(inPath.sort());
  });

  test('is public or says which scopes and principals it takes', () => {
    if (hasRights(operation)) expect(operation.principals.join(' ')).toMatch(/\b(user|serviceAccount)\b/);
    else expect(['public', 'publicRead']).toContain(operation.kind);
  });

  test('names the schema of its body after itself', () => {
    const { body } = operation.input;
    const kind = operation.id[0]!.toUpperCase() + operation.id.slice(1);
    if (body) expect(z.globalRegistry.get(body)?.id).toBe(`${kind}Request`);
  });

  test('says how a replay is answered when it takes an Idempotency-Key', () => {
    const hasReplay = operation.kind === 'resource' && operation.replay !== undefined;
    expect(hasReplay).toBe(operation.idempotency !== 'none');
    const isRead = operation.method === 'GET' || readsByPost.includes(operation.id);
    const keyed = !isRead && operation.kind !== 'bulk';
    expect(operation.idempotency !== 'none').toBe(keyed);
  });

  test('has schemas that convert to JSON Schema both ways', () => {
    const { path, query, body } = operation.input;
    for (const schema of [path, query, operation.output, ...(body ? [body] : [])]) {
      for (const io of ['input', 'output'] as const) {
        expect(z.toJSONSchema(schema, { io })).toBeTypeOf('object');
      }
    }
  });
});
