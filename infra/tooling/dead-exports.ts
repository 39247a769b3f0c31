import { globSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import ts from 'typescript';

/*
 * Lists exports that no other file imports, and fails if there are any. Tests count as users: a pure rule may be
 * exported for its unit test.
 */

const root = resolve(import.meta.dirname, '../..');

/** What is loaded by its path: functions, what is bundled by its path, stand-ins in bundles, and what vitest starts with. */
const entryPoints =
  /^(functions|infra\/constructs\/sdk|test\/infra\/local\/fixture)\/|^test\/(vitest\.config|support\/global-service|bench\/bare-handler)\.ts$/;

const files = globSync('{shared,functions,cli,infra,test}/**/*.{ts,mjs}', { cwd: root })
  .filter((file) => !file.startsWith('test/api/generated-client/'))
  .sort();
const sources = new Map(
  files.map((file) => [
    file,
    ts.createSourceFile(file, readFileSync(resolve(root, file), 'utf8'), ts.ScriptTarget.Latest, true),
  ]),
);

/** The imported names by file; `*` stands for all of them. */
const used = new Map<string, Set<string>>();

for (const [file, source] of sources) ts.forEachChild(source, (node) => collectUses(file, node));

const dead = [...sources].flatMap(([file, source]) => {
  const names = used.get(file) ?? new Set();
  if (entryPoints.test(file) || names.has('*')) return [];
  return exportsOf(source)
    .filter(({ text }) => !names.has(text))
    .map((name) => `${file}:${source.getLineAndCharacterOfPosition(name.pos + 1).line + 1} ${name.text}`);
});

if (dead.length > 0) {
  console.error(
    `No other file imports these exports. Remove them, or only the word export:\n  ${dead.join('\n  ')}`,
  );
  process.exitCode = 1;
}

interface ExportedName {
  text: string;
  pos: number;
}

function exportsOf(source: ts.SourceFile): ExportedName[] {
  return source.statements.flatMap((statement): ExportedName[] => {
    if (
      ts.isExportDeclaration(statement) &&
      statement.exportClause &&
      ts.isNamedExports(statement.exportClause)
    ) {
      return statement.exportClause.elements.map(({ name }) => ({ text: name.text, pos: name.pos }));
    }
    const exported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (!exported) return [];
    if (ts.isVariableStatement(statement)) {
      return statement.declarationList.declarations.flatMap(({ name }) => boundNames(name));
    }
    const { name } = statement as ts.DeclarationStatement;
    return name && ts.isIdentifier(name) ? [{ text: name.text, pos: name.pos }] : [];
  });
}

/** The names that a declaration binds, by a pattern too. */
function boundNames(name: ts.BindingName): ExportedName[] {
  if (ts.isIdentifier(name)) return [{ text: name.text, pos: name.pos }];
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? boundNames(element.name) : []));
}

function collectUses(file: string, node: ts.Node): void {
  if (ts.isImportDeclaration(node)) {
    const { namedBindings } = node.importClause ?? {};
    if (namedBindings && ts.isNamedImports(namedBindings)) {
      for (const { name, propertyName } of namedBindings.elements)
        use(file, node.moduleSpecifier, (propertyName ?? name).text);
    } else if (namedBindings) use(file, node.moduleSpecifier, '*');
  } else if (ts.isExportDeclaration(node) && node.moduleSpecifier) {
    const { exportClause } = node;
    if (exportClause && ts.isNamedExports(exportClause)) {
      for (const { name, propertyName } of exportClause.elements)
        use(file, node.moduleSpecifier, (propertyName ?? name).text);
    } else use(file, node.moduleSpecifier, '*');
  } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
    use(
      file,
      node.argument.literal,
      node.qualifier && ts.isIdentifier(node.qualifier) ? node.qualifier.text : '*',
    );
  } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    for (const name of dynamicNames(node)) use(file, node.arguments[0]!, name);
  }
  ts.forEachChild(node, (child) => collectUses(file, child));
}

/** The names taken from `await import(…)`: by a pattern or a property, or else all. */
function dynamicNames(call: ts.CallExpression): string[] {
  let node: ts.Node = call.parent;
  while (ts.isAwaitExpression(node) || ts.isParenthesizedExpression(node)) node = node.parent;
  if (ts.isPropertyAccessExpression(node) && node.name.text !== 'then') return [node.name.text];
  if (ts.isVariableDeclaration(node) && ts.isObjectBindingPattern(node.name)) {
    return node.name.elements.map(({ name, propertyName }) => (propertyName ?? name).getText());
  }
  return ['*'];
}

function use(from: string, specifier: ts.Node, name: string): void {
  if (!ts.isStringLiteralLike(specifier) || !specifier.text.startsWith('.')) return;
  const file = relative(root, resolve(root, dirname(from), specifier.text));
  used.set(file, (used.get(file) ?? new Set()).add(name));
}
