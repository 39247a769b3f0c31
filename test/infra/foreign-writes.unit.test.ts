import { resolve } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { noForeignWrites } from '../../infra/tooling/no-foreign-writes.ts';

const root = resolve(import.meta.dirname, '../..');

const store = `
import type { Addition, Change, Check, Database, Reader } from '../../kernel/core/database.ts';
import type { OperationContext } from '../../kernel/core/call.ts';
export const replaceTeam = (id: string): Change => ({ delete: { pk: id, sk: '-' } });
export const replaceTeams = async (): Promise<Change[]> => [];
export const teamItems = { put: (id: string): Change => replaceTeam(id) };
export const teamExists = (id: string): Check => ({ check: { pk: id, sk: '-' }, if: 'present' });
export const countMembers = (id: string): Addition[] => [{ update: { pk: id, sk: '-' }, with: { add: { count: 1 } } }];
export const getTeam = (id: string): string => id;
export const listTeams = async (read: Reader): Promise<string[]> => [];
export const countAttempt = async (database: Database): Promise<boolean> => true;
export const newTeam = async ({ commit }: Pick<OperationContext, 'now' | 'commit'>): Promise<string> => '';
export const describeTeam = ({ now }: Pick<OperationContext, 'now'>): string => '';
export type TeamChange = Change;
`;
const names =
  'replaceTeam, replaceTeams, teamItems, teamExists, countMembers, getTeam, listTeams, countAttempt, newTeam, describeTeam';
const importer = `
import { ${names}, type TeamChange } from '../../identity/teams/store-of-test.ts';
export const all = [${names}] as unknown as TeamChange;
`;
const namespaceImporter =
  "import * as teams from '../../identity/teams/store-of-test.ts'; export const all = teams;";
const dynamicImporter = "export const all = () => import('../../identity/teams/store-of-test.ts');";

/** Files on disk, which all programs share. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/** The names that the rule finds in a file that imports all of a store of teams. */
function foundIn(file: string, text = importer): string[] {
  const written = new Map([
    [resolve(root, 'shared/identity/teams/store-of-test.ts'), store],
    [resolve(root, file), text],
  ]);
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.NodeNext,
    strict: true,
    noEmit: true,
    types: [],
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    allowImportingTsExtensions: true,
  };
  const host = ts.createCompilerHost(options);
  const disk = ts.createCompilerHost(options);
  const parse: typeof disk.getSourceFile = (path, ...more) => {
    if (!parsed.has(path)) parsed.set(path, disk.getSourceFile(path, ...more));
    return parsed.get(path);
  };
  host.fileExists = (path) => written.has(path) || disk.fileExists(path);
  host.getSourceFile = (path, ...more) =>
    written.has(path)
      ? ts.createSourceFile(path, written.get(path)!, ts.ScriptTarget.ES2024, true)
      : parse(path, ...more);
  const program = ts.createProgram([resolve(root, file)], options, host);
  const found: string[] = [];
  const nodes = new Map<object, ts.Node>();
  const visitors = noForeignWrites.create({
    filename: resolve(root, file),
    sourceCode: { parserServices: { program, esTreeNodeToTSNodeMap: nodes } },
    report: ({ data }: { data: { name: string } }) => found.push(data.name),
  });
  /** A node of ESLint's that stands for one of TypeScript's. */
  const standIn = <T extends object>(node: ts.Node, as: T): T => {
    nodes.set(as, node);
    return as;
  };
  const walk = (node: ts.Node): void => {
    ts.forEachChild(node, walk);
    if (ts.isImportSpecifier(node)) {
      const local = standIn(node.name, { name: node.name.text });
      const importKind = node.isTypeOnly ? 'type' : 'value';
      visitors.ImportSpecifier?.({ local, importKind, parent: { importKind: 'value' } });
    } else if (
      ts.isImportDeclaration(node) &&
      node.importClause?.namedBindings?.kind === ts.SyntaxKind.NamespaceImport
    ) {
      visitors.ImportNamespaceSpecifier?.({ parent: { source: standIn(node.moduleSpecifier, {}) } });
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      visitors.ImportExpression?.({ source: standIn(node.arguments[0]!, {}) });
    }
  };
  walk(program.getSourceFile(resolve(root, file))!);
  return found;
}

const writing = ['replaceTeam', 'replaceTeams', 'teamItems', 'countAttempt', 'newTeam'];

test.each([
  ['names', importer],
  ['a namespace', namespaceImporter],
  ['import()', dynamicImporter],
])('a room may check and count items of another, and write them in no other way: %s', (_, text) => {
  expect(foundIn('shared/planning/labels/importer-of-test.ts', text)).toEqual(writing);
});

test.each(['shared/identity/labels/importer-of-test.ts', 'shared/projections/labels/importer-of-test.ts'])(
  'the room itself and the rooms that have no nouns change what they have to: %s',
  (file) => {
    expect(foundIn(file)).toEqual([]);
  },
);
