import { globSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { DocumentFormat } from '../../shared/kernel/db/document.ts';
import { nouns } from '../../shared/nouns/nouns.ts';

const root = resolve(import.meta.dirname, '../..');

/** Versioned resources that are no nouns, and why: nobody is told of their changes by an event. */
const withoutEvents: Record<string, string> = {
  cadence: 'a setting of a team',
  deliveries: 'events would make events',
  exports: 'in the audit trail',
  hooks: 'in the audit trail',
  rules: 'in the audit trail, and their runs are listed',
  'service-accounts': 'in the audit trail',
  views: 'a setting of a person or a team',
  webhooks: 'in the audit trail',
  'identity-providers': 'in the audit trail',
  'working-time': 'a setting of a person',
  workspaces: 'what all events belong to',
  placements: 'its event is schedule.changed',
};

const isDocument = (value: unknown): value is DocumentFormat<object> =>
  typeof value === 'object' && value !== null && 'schema' in value && 'write' in value && 'read' in value;

test('each resource that is stored with a version is a noun, or is listed here', async () => {
  const files = globSync('shared/**/*-store.ts', { cwd: root });
  const documents = await Promise.all(
    files.map(async (file) => {
      const exported = Object.values((await import(resolve(root, file))) as Record<string, unknown>);
      const isVersioned = exported.some((one) => isDocument(one) && 'updatedAt' in one.schema().shape);
      return isVersioned ? [{ folder: basename(dirname(file)), exported }] : [];
    }),
  );
  const missing = documents.flat().filter(({ folder, exported }) => {
    // Memberships are keyed where credentials are resolved.
    const isNoun = folder === 'members' || exported.some((one) => nouns.some(({ item }) => item === one));
    return !isNoun && !Object.hasOwn(withoutEvents, folder);
  });
  expect(documents.flat().length).toBeGreaterThan(nouns.length);
  expect(missing.map(({ folder }) => folder)).toEqual([]);
});

const fieldsOf = (schema: object): object => ('shape' in schema ? (schema.shape as object) : {});

test('a noun with a team says what becomes of it with the team, or is under a noun that says so', () => {
  const silent = nouns.filter(({ schema, ofTeam, mirror }) => {
    const isUnder = mirror !== 'none' && mirror.under !== undefined;
    return 'teamId' in fieldsOf(schema()) && ofTeam === 'none' && !isUnder;
  });
  expect(silent.map(({ name }) => name)).toEqual([]);
  const deleted = nouns.filter(({ ofTeam }) => ofTeam !== 'none' && ofTeam.deletion !== 'refused');
  const expected = nouns.filter(({ item }) => item.deletedBy === 'team');
  expect(deleted.map(({ name }) => name)).toEqual(expected.map(({ name }) => name));
});

test('no two nouns have the same name or items', () => {
  expect(new Set(nouns.map(({ name }) => name)).size).toBe(nouns.length);
  expect(new Set(nouns.map(({ item }) => item.prefix)).size).toBe(nouns.length);
});
