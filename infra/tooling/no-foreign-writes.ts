import { relative, resolve } from 'node:path';
import type ts from 'typescript';
import { layout } from './layout.ts';

/** An import of one name, as ESLint shows it. */
interface ImportSpecifier {
  local: { name: string };
  importKind: 'type' | 'value';
  parent: { importKind: 'type' | 'value' };
}

/** What the rule uses of ESLint's context. */
interface Context {
  filename: string;
  sourceCode: {
    parserServices: {
      program: ts.Program;
      esTreeNodeToTSNodeMap: { get: (node: object) => ts.Node | undefined };
    };
  };
  report: (problem: {
    node: ImportSpecifier;
    messageId: 'foreign';
    data: { name: string; noun: string };
  }) => void;
}

const root = resolve(import.meta.dirname, '../..');

const pathOf = (file: string): string => relative(root, file).replaceAll('\\', '/');

/** How deep a Change is looked for in what a function returns: a list of them in a promise is two. */
const DEPTH = 4;

/**
 * Whether a value makes Changes: a function that returns them, or an object with such a function. What returns Checks or
 * Additions has these types' names (shared/core/database.ts).
 */
function makesChanges(checker: ts.TypeChecker, type: ts.Type, depth = 0): boolean {
  if (type.aliasSymbol?.name === 'Change') return true;
  if (depth > DEPTH) return false;
  const returned = type.getCallSignatures().map((signature) => signature.getReturnType());
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
  return parts.some((part) => makesChanges(checker, part, depth + 1));
}

/** What the README's "Layout" says of nouns: of each other's items they make no Changes but Checks and Additions. */
export const noForeignWrites = {
  meta: {
    type: 'problem' as const,
    schema: [],
    messages: {
      foreign:
        '\'{{name}}\' changes items of another noun ({{noun}}). What writes items of several is in shared/cascades/ (README.md, "Layout").',
    },
  },
  create(context: Context): { ImportSpecifier?: (node: ImportSpecifier) => void } {
    const noun = layout.nounOf(pathOf(context.filename));
    if (noun === undefined) return {};
    const { program, esTreeNodeToTSNodeMap } = context.sourceCode.parserServices;
    const checker = program.getTypeChecker();
    return {
      ImportSpecifier(node) {
        if (node.importKind === 'type' || node.parent.importKind === 'type') return;
        const symbol = checker.getSymbolAtLocation(esTreeNodeToTSNodeMap.get(node.local)!);
        const imported = symbol && checker.getAliasedSymbol(symbol);
        const source = imported?.declarations?.[0]?.getSourceFile().fileName;
        const other = source === undefined ? undefined : layout.nounOf(pathOf(source));
        if (other === undefined || other === noun) return;
        if (!makesChanges(checker, checker.getTypeOfSymbol(imported!))) return;
        context.report({ node, messageId: 'foreign', data: { name: node.local.name, noun: other } });
      },
    };
  },
};
