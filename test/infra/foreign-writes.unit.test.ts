import { resolve } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { noForeignWrites } from '../../infra/tooling/no-foreign-writes.ts';

const root = resolve(import.meta.dirname, '../..');

const store = `
import type { Addition, Change, Check } from '../core/database.ts';
export const replaceTeam = (id: string): Change => ({ delete: { pk: id, sk: '-' } });
export const replaceTeams = async (): Promise<Change[]> => [];
export const teamItems = { put: (id: string): Change => replaceTeam(id) };
export const teamExists = (id: string): Check => ({ check: { pk: id, sk: '-' }, if: 'present' });
export const countMembers = (id: string): Addition[] => [{ update: { pk: id, sk: '-' }, with: { add: { count: 1 } } }];
export const getTeam = (id: string): string => id;
export type TeamChange = Change;
`;
const importer = `
import { replaceTeam, replaceTeams, teamItems, teamExists, countMembers, getTeam, type TeamChange } from '../teams/store-of-test.ts';
export const all = [replaceTeam, replaceTeams, teamItems, teamExists, countMembers, getTeam] as unknown as TeamChange;
`;

/** The names that the rule finds in a file that imports all of a store of teams. */
function foundIn(file: string): string[] {
  const written = new Map([
    [resolve(root, 'shared/teams/store-of-test.ts'), store],
    [resolve(root, file), importer],
  ]);
  const options: ts.CompilerOptions = {
    ...{
      target: ts.ScriptTarget.ES2024,
      module: ts.ModuleKind.NodeNext,
      strict: true,
      noEmit: true,
      types: [],
    },
    ...{ moduleResolution: ts.ModuleResolutionKind.NodeNext, allowImportingTsExtensions: true },
  };
  const host = ts.createCompilerHost(options);
  const disk = ts.createCompilerHost(options);
  host.fileExists = (path) => written.has(path) || disk.fileExists(path);
  host.getSourceFile = (path, ...more) =>
    written.has(path)
      ? ts.createSourceFile(path, written.get(path)!, ts.ScriptTarget.ES2024, true)
      : disk.getSourceFile(path, ...more);
  const program = ts.createProgram([resolve(root, file)], options, host);
  const found: string[] = [];
  const nodes = new Map<object, ts.Node>();
  const { ImportSpecifier: visit } = noForeignWrites.create({
    filename: resolve(root, file),
    sourceCode: { parserServices: { program, esTreeNodeToTSNodeMap: nodes } },
    report: ({ data }: { data: { name: string } }) => found.push(data.name),
  });
  if (!visit) return found;
  const walk = (node: ts.Node): void => {
    ts.forEachChild(node, walk);
    if (!ts.isImportSpecifier(node)) return;
    const local = { name: node.name.text };
    nodes.set(local, node.name);
    visit({ local, importKind: node.isTypeOnly ? 'type' : 'value', parent: { importKind: 'value' } });
  };
  walk(program.getSourceFile(resolve(root, file))!);
  return found;
}

test('a noun may check and count items of another, and make no other change of them', () => {
  expect(foundIn('shared/labels/importer-of-test.ts')).toEqual(['replaceTeam', 'replaceTeams', 'teamItems']);
});

test.each(['shared/teams/importer-of-test.ts', 'shared/cascades/importer-of-test.ts'])(
  'the noun itself and the folders where nouns meet change what they have to: %s',
  (file) => {
    expect(foundIn(file)).toEqual([]);
  },
);
