import ts from 'typescript';

/** One small change to a source file that a test should notice. */
interface Mutation {
  /** What kind of change it is. */
  operator: string;
  /** Where the replaced text starts and ends in the file. */
  start: number;
  end: number;
  replacement: string;
  /** Counted from 1. */
  line: number;
  /** Whether it stands in a function, and not in what a module makes when it loads. */
  inFunction: boolean;
}

/** A mutation of a file, under a name that stays while the file does. */
export interface Mutant extends Mutation {
  id: string;
  /** Relative to the repository. */
  file: string;
  original: string;
}

const swapped: Partial<Record<ts.SyntaxKind, string>> = {
  [ts.SyntaxKind.LessThanToken]: '<=',
  [ts.SyntaxKind.LessThanEqualsToken]: '<',
  [ts.SyntaxKind.GreaterThanToken]: '>=',
  [ts.SyntaxKind.GreaterThanEqualsToken]: '>',
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: '!==',
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: '===',
  [ts.SyntaxKind.AmpersandAmpersandToken]: '||',
  [ts.SyntaxKind.BarBarToken]: '&&',
  [ts.SyntaxKind.PlusToken]: '-',
  [ts.SyntaxKind.MinusToken]: '+',
  [ts.SyntaxKind.AsteriskToken]: '/',
  [ts.SyntaxKind.SlashToken]: '*',
};

const operatorNames: Partial<Record<ts.SyntaxKind, string>> = {
  [ts.SyntaxKind.AmpersandAmpersandToken]: 'swap && and ||',
  [ts.SyntaxKind.BarBarToken]: 'swap && and ||',
  [ts.SyntaxKind.PlusToken]: 'change arithmetic',
  [ts.SyntaxKind.MinusToken]: 'change arithmetic',
  [ts.SyntaxKind.AsteriskToken]: 'change arithmetic',
  [ts.SyntaxKind.SlashToken]: 'change arithmetic',
};

/** Members whose absence changes what a declaration, a write or a query promises. */
const REMOVABLE = new Set([
  'role',
  'scopes',
  'principals',
  'teamRestricted',
  'idempotency',
  'replay',
  'secret',
  'load',
  'if',
  'onConditionFailed',
  'before',
  'upTo',
  'at',
  'headers',
  'details',
  'cache',
]);
/** Members that hold text for people, which no test repeats. */
const PROSE = new Set([
  'summary',
  'description',
  'message',
  'hint',
  'error',
  'title',
  'tag',
  'alarmDescription',
]);
/** Calls in a chain without which the chain still type-checks. */
const CHAIN_LINKS = new Set([
  'filter',
  'sort',
  'toSorted',
  'reverse',
  'toReversed',
  'slice',
  'trim',
  'toLowerCase',
  'min',
  'max',
  'optional',
  'nullable',
  'refine',
  'superRefine',
]);

/** Every mutation of a file, in the order of the text. */
export function mutationsOf(name: string, text: string): Mutation[] {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const found: Mutation[] = [];
  const add = (operator: string, node: ts.Node | { start: number; end: number }, replacement: string) => {
    const [start, end] = 'kind' in node ? [node.getStart(source), node.end] : [node.start, node.end];
    if (text.slice(start, end) === replacement) return;
    const line = source.getLineAndCharacterOfPosition(start).line + 1;
    found.push({ operator, start, end, replacement, line, inFunction: functions > 0 });
  };
  let functions = 0;
  const visit = (node: ts.Node): void => {
    if (isOutside(node)) return;
    mutate(node, source, add);
    const depth = ts.isFunctionLike(node) ? 1 : 0;
    functions += depth;
    ts.forEachChild(node, visit);
    functions -= depth;
  };
  visit(source);
  return found;
}

/** Types and imports run nothing; what people read is not mutated. */
const isOutside = (node: ts.Node): boolean =>
  ts.isTypeNode(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node) ||
  ts.isTaggedTemplateExpression(node) ||
  (ts.isPropertyAssignment(node) && PROSE.has(node.name.getText()));

type Add = (operator: string, node: ts.Node | { start: number; end: number }, replacement: string) => void;

function mutate(node: ts.Node, source: ts.SourceFile, add: Add): void {
  const text = (part: ts.Node) => part.getText(source);
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    const other = swapped[kind];
    const joinsText = kind === ts.SyntaxKind.PlusToken && [node.left, node.right].some(isText);
    if (other && !joinsText) add(operatorNames[kind] ?? 'flip a comparison', node.operatorToken, other);
    if (kind === ts.SyntaxKind.QuestionQuestionToken) add('drop a default', node, text(node.left));
  }
  if (ts.isIfStatement(node)) add('negate a condition', node.expression, `!(${text(node.expression)})`);
  if (ts.isConditionalExpression(node))
    add('negate a condition', node.condition, `!(${text(node.condition)})`);
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    add('drop a negation', node, text(node.operand));
  if (ts.isNumericLiteral(node)) add('change a number', node, changedNumber(node.text));
  if (node.kind === ts.SyntaxKind.TrueKeyword) add('flip a boolean', node, 'false');
  if (node.kind === ts.SyntaxKind.FalseKeyword) add('flip a boolean', node, 'true');
  if (ts.isStringLiteral(node) && isWord(node)) add('change a string', node, `'${node.text}x'`);
  if (ts.isExpressionStatement(node) || isGuard(node)) add('drop a statement', node, ';');
  if (ts.isAwaitExpression(node)) add('drop an await', node, text(node.expression));
  if (
    ts.isPropertyAssignment(node) &&
    REMOVABLE.has(node.name.getText(source)) &&
    ts.isObjectLiteralExpression(node.parent)
  )
    add('remove a member', memberSpan(node, source), '');
  if (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    CHAIN_LINKS.has(node.expression.name.text)
  )
    add('drop a call', node, text(node.expression.expression));
}

const isText = (node: ts.Node) => ts.isStringLiteral(node) || ts.isTemplateExpression(node);

const changedNumber = (text: string): string => (text === '0' ? '1' : text === '1' ? '2' : `(${text} + 1)`);

/** A string that programs compare, not one that people read. */
const isWord = (node: ts.StringLiteral): boolean =>
  /^[\w.:#/*-]{1,40}$/.test(node.text) && !ts.isExternalModuleReference(node.parent);

/** A statement that stops a function early: `if (…) return …` or `if (…) throw …`. */
const isGuard = (node: ts.Node): boolean =>
  ts.isIfStatement(node) &&
  !node.elseStatement &&
  (ts.isReturnStatement(node.thenStatement) || ts.isThrowStatement(node.thenStatement));

/** A member with the comma behind it. */
function memberSpan(node: ts.PropertyAssignment, source: ts.SourceFile) {
  const rest = source.text.slice(node.end);
  const comma = /^\s*,/.exec(rest)?.[0].length ?? 0;
  return { start: node.getStart(source), end: node.end + comma };
}

/** The file as it is with a mutation. */
export const applyMutation = (text: string, { start, end, replacement }: Mutation): string =>
  `${text.slice(0, start)}${replacement}${text.slice(end)}`;
