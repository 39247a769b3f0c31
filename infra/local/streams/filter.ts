import { StartError } from '../runner/start-error.ts';

/** Whether a stream record matches. */
export type StreamFilter = (record: object) => boolean;

type Json = Record<string, unknown>;
/** A test of the value at a leaf of the pattern; the value is `undefined` if the record has none. */
type Test = (value: unknown) => boolean;

const RECORD_KEYS = [
  'awsRegion',
  'dynamodb',
  'eventID',
  'eventName',
  'eventSource',
  'eventVersion',
  'userIdentity',
];

/**
 * Compiles the patterns of a mapping's FilterCriteria (JSON texts); a record passes if any pattern matches,
 * or if there are none. Supported are exact values (texts, numbers, true, false, null), nested keys, `$or`,
 * `prefix`, `suffix`, `equals-ignore-case`, `anything-but`, `numeric`, `exists`: Lambda's operators, which
 * are fewer than EventBridge's. Throws a StartError for anything else, and for numeric attribute values:
 * stream records have numbers as texts, so on AWS such a filter matches nothing.
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-eventfiltering.html#filtering-syntax
 */
export function compileFilters(patterns: string[]): StreamFilter {
  const filters = patterns.map((text) => {
    const pattern = parse(text);
    for (const key of Object.keys(pattern)) {
      if (key !== '$or' && !RECORD_KEYS.includes(key)) throw wrong(key, 'is not a field of stream records');
    }
    return compileNode(pattern, []);
  });
  return (record) => filters.length === 0 || filters.some((matches) => matches(record as Json));
}

function parse(text: string): Json {
  let pattern: unknown;
  try {
    pattern = JSON.parse(text);
  } catch {
    throw new StartError(`A filter pattern of a stream is not valid JSON: ${text}`);
  }
  if (isObject(pattern)) return pattern;
  throw new StartError(`A filter pattern of a stream is not a JSON object: ${text}`);
}

function compileNode(pattern: Json, path: string[]): (value: Json) => boolean {
  const entries = Object.entries(pattern);
  if (entries.length === 0) throw wrong(path.join('.'), 'is empty');
  const parts = entries.map(([key, rule]) =>
    key === '$or' ? compileOr(rule, path) : compileKey(key, rule, [...path, key]),
  );
  return (value) => parts.every((matches) => matches(value));
}

function compileOr(rule: unknown, path: string[]): (value: Json) => boolean {
  if (!Array.isArray(rule) || rule.length === 0 || !rule.every(isObject)) {
    throw wrong([...path, '$or'].join('.'), 'must be a list of patterns');
  }
  const alternatives = rule.map((alternative) => compileNode(alternative, path));
  return (value) => alternatives.some((matches) => matches(value));
}

function compileKey(key: string, rule: unknown, path: string[]): (value: Json) => boolean {
  if (isObject(rule)) {
    const inner = compileNode(rule, path);
    return (value) => {
      const found = value[key];
      // A list matches if one of its elements does.
      if (Array.isArray(found)) return found.some((member) => isObject(member) && inner(member));
      return inner(isObject(found) ? found : {});
    };
  }
  if (!Array.isArray(rule) || rule.length === 0) {
    throw wrong(path.join('.'), 'must be a list of values or an object of keys');
  }
  const tests = rule.map((value) => compileTest(value, path));
  return (value) => {
    const found = value[key];
    const values: unknown[] = Array.isArray(found) ? found : [found];
    return values.some((one) => tests.some((test) => test(one)));
  };
}

function compileTest(rule: unknown, path: string[]): Test {
  if (!isObject(rule)) {
    if (Array.isArray(rule)) throw wrong(path.join('.'), 'has a list within its list');
    assertNoNumber(rule, path);
    return (value) => value === rule;
  }
  const [[operator, argument] = ['', undefined], ...more] = Object.entries(rule);
  const fail = (reason: string) => wrong(path.join('.'), `has ${operator || 'no operator'} ${reason}`);
  if (more.length > 0) throw fail('together with another operator');
  const text = () => (typeof argument === 'string' ? argument : undefined);
  switch (operator) {
    case 'exists':
      if (typeof argument !== 'boolean') throw fail('without true or false');
      // Leaves only: an attribute itself is an object, such as {"S": "text"}, and therefore never matches.
      return argument ? isLeaf : (value) => value === undefined;
    case 'prefix':
    case 'suffix':
    case 'equals-ignore-case': {
      const wanted = text();
      if (wanted === undefined) throw fail('with something other than a text');
      return textTest(operator, wanted);
    }
    case 'anything-but': {
      const excluded: unknown[] = Array.isArray(argument) ? argument : [argument];
      if (excluded.length === 0 || !excluded.every((value) => ['string', 'number'].includes(typeof value))) {
        throw fail('with something other than texts or numbers');
      }
      for (const value of excluded) assertNoNumber(value, path);
      return (value) => isLeaf(value) && !excluded.includes(value);
    }
    case 'numeric':
      if (path[0] === 'dynamodb' && path.length > 2) assertNoNumber(0, path);
      return numericTest(argument, fail);
    default:
      throw fail('(Lambda filters have no such operator)');
  }
}

function textTest(operator: 'prefix' | 'suffix' | 'equals-ignore-case', wanted: string): Test {
  const lower = wanted.toLowerCase();
  return (value) => {
    if (typeof value !== 'string') return false;
    if (operator === 'prefix') return value.startsWith(wanted);
    return operator === 'suffix' ? value.endsWith(wanted) : value.toLowerCase() === lower;
  };
}

const COMPARISONS: Record<string, (a: number, b: number) => boolean> = {
  '=': (a, b) => a === b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};

/** `["=", 5]`, `[">", 0]` or a range such as `[">", 0, "<=", 5]`. */
function numericTest(argument: unknown, fail: (reason: string) => StartError): Test {
  const list: unknown[] = Array.isArray(argument) ? argument : [];
  const pairs = list.length === 2 || list.length === 4 ? [list.slice(0, 2), list.slice(2)] : [[]];
  const tests = pairs
    .filter((pair, i) => i === 0 || pair.length > 0)
    .map(([sign, limit]) => {
      const compare = COMPARISONS[String(sign)];
      if (!compare || typeof limit !== 'number') throw fail('without comparisons such as [">", 0, "<=", 5]');
      return (value: number) => compare(value, limit);
    });
  return (value) => typeof value === 'number' && tests.every((test) => test(value));
}

function assertNoNumber(value: unknown, path: string[]): void {
  const inItem = path[0] === 'dynamodb' && ['Keys', 'NewImage', 'OldImage'].includes(path[1] ?? '');
  if (typeof value !== 'number' || !inItem) return;
  throw wrong(
    path.join('.'),
    'has a number, but stream records have numbers as texts, so this matches nothing',
  );
}

function isLeaf(value: unknown): boolean {
  return value !== undefined && (value === null || typeof value !== 'object');
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wrong(place: string, reason: string): StartError {
  return new StartError(`A filter pattern of a stream cannot be used: ${place} ${reason}.`);
}
