import { relative, resolve } from 'node:path';
import ts from 'typescript';
import { layout } from './layout.ts';

/** An import of one name, as ESLint shows it. */
interface ImportSpecifier {
  local: { name: string };
  importKind: 'type' | 'value';
  parent: { importKind: 'type' | 'value' };
}

/** An import of a whole module: `import * as name from`, or `import()`. */
type ModuleImport = { parent: { source: object } } | { source: object };

/** The part of ESLint's context that the rule uses. */
interface RuleContext {
  filename: string;
  sourceCode: {
    parserServices: {
      program: ts.Program;
      esTreeNodeToTSNodeMap: { get: (node: object) => ts.Node | undefined };
    };
  };
  report: (problem: {
    node: ImportSpecifier | ModuleImport;
    messageId: 'foreign';
    data: { name: string; room: string };
  }) => void;
}

interface Visitors {
  ImportSpecifier?: (node: ImportSpecifier) => void;
  ImportNamespaceSpecifier?: (node: ModuleImport) => void;
  ImportExpression?: (node: ModuleImport) => void;
}

const root = resolve(import.meta.dirname, '../..');

const pathOf = (file: string): string => relative(root, file).replaceAll('\\', '/');

/** The depth at which a Change is searched in a function's return type: a list of them in a promise is two. */
const DEPTH = 4;

/** What writes directly: a parameter that is a Database, or has one of these. */
const WRITERS = ['commit', 'tryWrite', 'nextNumber', 'drawNumber', 'database', 'services'];

const canWrite = (type: ts.Type): boolean =>
  type.symbol?.name === 'Database' ||
  WRITERS.some((name) => type.getProperty(name) !== undefined) ||
  (type.isUnionOrIntersection() && type.types.some(canWrite));

/**
 * Whether a value writes: a function that returns Changes or takes what writes them, or an object with such a function.
 * What returns Checks or Additions has these types' names (shared/kernel/core/database.ts).
 */
function writes(checker: ts.TypeChecker, type: ts.Type, depth = 0): boolean {
  if (type.aliasSymbol?.name === 'Change') return true;
  if (depth > DEPTH) return false;
  const signatures = type.getCallSignatures();
  const parameters = signatures.flatMap((signature) => signature.getParameters());
  if (parameters.some((one) => canWrite(checker.getTypeOfSymbol(one)))) return true;
  const returned = signatures.map((signature) => signature.getReturnType());
  const properties = depth === 0 && returned.length === 0 ? type.getProperties() : [];
  const functions = properties
    .map((property) => checker.getTypeOfSymbol(property))
    .filter((one) => one.getCallSignatures().length > 0);
  const parts = [
    ...returned,
    ...functions,
    ...(type.isUnionOrIntersection() ? type.types : []),
    ...(type.aliasTypeArguments ?? []),
    ...checker.getTypeArguments(type as ts.TypeReference),
  ];
  return parts.some((part) => writes(checker, part, depth + 1));
}

/** A room of nouns writes no items of another room, except by Checks and Additions. */
export const noForeignWrites = {
  meta: {
    type: 'problem' as const,
    schema: [],
    messages: {
      foreign:
        '\'{{name}}\' changes items of another room ({{room}}). Write them in that room, or in a room above both (docs/architecture.md, "Layout").',
    },
  },
  create(context: RuleContext): Visitors {
    const room = layout.roomOfNouns(pathOf(context.filename));
    if (room === undefined) return {};
    const { program, esTreeNodeToTSNodeMap } = context.sourceCode.parserServices;
    const checker = program.getTypeChecker();
    const symbolAt = (node: object) => checker.getSymbolAtLocation(esTreeNodeToTSNodeMap.get(node)!);

    function checkExport(node: ImportSpecifier | ModuleImport, exported: ts.Symbol): void {
      const source = exported.declarations?.[0]?.getSourceFile().fileName;
      const other = source === undefined ? undefined : layout.roomOfNouns(pathOf(source));
      if (other === undefined || other === room) return;
      if (!writes(checker, checker.getTypeOfSymbol(exported))) return;
      context.report({ node, messageId: 'foreign', data: { name: exported.name, room: other } });
    }
    function checkModule(node: ModuleImport): void {
      const module = symbolAt('source' in node ? node.source : node.parent.source);
      for (const exported of module ? checker.getExportsOfModule(module) : []) {
        if (exported.flags & ts.SymbolFlags.Value) checkExport(node, exported);
      }
    }
    return {
      ImportSpecifier(node) {
        if (node.importKind === 'type' || node.parent.importKind === 'type') return;
        const symbol = symbolAt(node.local);
        if (symbol) checkExport(node, checker.getAliasedSymbol(symbol));
      },
      ImportNamespaceSpecifier: checkModule,
      ImportExpression: checkModule,
    };
  },
};
