import * as z from 'zod';
import { closestNames, didYouMean } from '../../core/nearest.ts';
import { fieldCodes, type FieldCode, type FieldError, type FieldProblem } from '../../core/errors.ts';

/**
 * The invalid parts of a request that a schema's error reports, for the part that it validated. `missing` are names that
 * the same object lacks, which another schema asks for.
 */
export function fieldProblems(
  error: z.ZodError,
  place: FieldError['in'],
  schema: z.ZodType,
  missing: readonly string[] = [],
): FieldProblem[] {
  const problems = error.issues
    .map(ofClearedField)
    .flatMap(ofOption)
    .flatMap((issue): FieldProblem[] => {
      if (issue.code === 'unrecognized_keys') return unknownFields(issue, place, schema, missing);
      // A parameter with several values is named as a whole; one with values by keys, by its key.
      const at =
        place === 'query' ? issue.path.slice(0, typeof issue.path[1] === 'string' ? 2 : 1) : issue.path;
      const path = at.map(String).join('.');
      return [{ in: place, path, code: codeOf(issue), message: messageOf(issue, path, schema) }];
    });
  // Several bad values of one parameter are one problem.
  return [...new Map(problems.map((problem) => [`${problem.path} ${problem.message}`, problem])).values()];
}

/** A name in clearFields is one of some, or a key of a field; the problem with it is that it is none of the former. */
function ofClearedField(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union' || issue.path.at(-2) !== 'clearFields') return issue;
  const { input, path } = issue;
  return { ...issue.errors[0]![0]!, input, path } as z.core.$ZodIssue;
}

/** Of a value that is a word or an object: what is wrong with the object, if one was sent. */
function ofOption(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || typeof issue.input !== 'object' || issue.input === null)
    return [issue];
  const isOtherType = ({ code, path }: z.core.$ZodIssue) =>
    path.length === 0 && (code === 'invalid_type' || code === 'invalid_value');
  const [errors, ...others] = issue.errors.filter(([first]) => first && !isOtherType(first));
  if (!errors || others.length > 0) return [issue];
  return errors.map((error) => ({ ...error, path: [...issue.path, ...error.path] }));
}

function unknownFields(
  { path, keys, input }: z.core.$ZodIssueUnrecognizedKeys,
  place: FieldError['in'],
  schema: z.ZodType,
  missing: readonly string[],
): FieldProblem[] {
  const what = place === 'body' ? 'field' : 'parameter';
  const known = fieldsAt(schema, path);
  // No one means what they have sent as well.
  const left = known.filter((name) => !Object.hasOwn(Object(input) as object, name));
  const needed = [
    ...(path.length === 0 ? missing : []),
    ...left.filter((name) => isNeeded(schema, [...path, name])),
  ];
  const parts = known.map((one) => ({ one, names: new Set(fieldsAt(schema, [...path, one])) }));
  const insideOf = (name: string) =>
    parts.filter(({ names }) => names.has(name)).map(({ one }) => `${one}.${name}`);
  const messages = unknownNames(what, keys, left, insideOf, needed);
  return keys.map((key, position) => {
    const at = [...path.map(String), key].join('.');
    return { in: place, path: at, code: 'unknown_field', message: messages[position]! };
  });
}

/**
 * The maximum number of unknown names for which suggestions are searched: the search takes time, and a request can
 * contain thousands of names.
 */
const SUGGESTED_MAX = 5;

/** The end date under other names, one of which resembles that of the start more. */
const END_DATE = /^(due|target)_?date$|^deadline$/i;

/** The id of the resource itself, to which each id of another one is as close: only one that is missing can be suggested. */
const OWN_ID = /^_?(uu)?id$/i;

/**
 * The problem of each unknown name, with the known one that it means elsewhere or, for the first few, resembles: one that
 * is needed and missing before others.
 */
export const unknownNames = (
  what: 'field' | 'parameter' | 'argument',
  names: readonly string[],
  known: readonly string[],
  namesFor: (name: string) => readonly string[] = () => [],
  needed: readonly string[] = [],
): string[] =>
  names.map((name, position) => {
    const isEnd = END_DATE.test(name) && known.includes('endDate');
    const suggested = isEnd ? ['endDate'] : namesFor(name);
    if (suggested.length > 0) return `is not a known ${what}; use ${suggested.join(' or ')}`;
    const isOwn = OWN_ID.test(name);
    const missing = isOwn && needed.filter((one) => one.endsWith('Id')).length > 1 ? [] : needed;
    const among = [missing, isOwn ? [] : known].find(
      (names) => position < SUGGESTED_MAX && closestNames(name, names).length > 0,
    );
    return `is not a known ${what}${among ? `; ${didYouMean(name, among)}` : ''}`;
  });

/** The names of an object's fields at a place of a schema; none where it is no object. */
function fieldsAt(schema: unknown, path: readonly PropertyKey[]): string[] {
  const [step, ...rest] = path;
  const inner = innerOf(schema);
  if (inner !== undefined) return fieldsAt(inner, path);
  if (schema instanceof z.ZodArray && step !== undefined) return fieldsAt(schema.element, rest);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => fieldsAt(option, path));
  if (!(schema instanceof z.ZodObject)) return [];
  if (step === undefined) return Object.keys(schema.shape);
  const name = String(step);
  return Object.hasOwn(schema.shape, name) ? fieldsAt(schema.shape[name], rest) : [];
}

/** Whether an object must have the field at a place of a schema. */
function isNeeded(schema: unknown, path: readonly PropertyKey[]): boolean {
  const inner = innerOf(schema);
  const [step, ...rest] = path;
  if (step === undefined) return schema instanceof z.ZodType && !schema.safeParse(undefined).success;
  if (inner !== undefined) return isNeeded(inner, path);
  if (schema instanceof z.ZodArray) return isNeeded(schema.element, rest);
  return schema instanceof z.ZodObject && isNeeded(schema.shape[String(step)], rest);
}

/** The schema that an optional, nullable or defaulted one wraps; undefined for others. */
const innerOf = (schema: unknown): unknown =>
  schema instanceof z.ZodType && 'innerType' in schema.def ? schema.def.innerType : undefined;

const codes: Partial<Record<z.core.$ZodIssue['code'], FieldCode>> = {
  invalid_type: 'invalid_type',
  invalid_value: 'not_one_of',
  invalid_format: 'invalid_format',
  too_small: 'too_small',
  too_big: 'too_large',
};

function codeOf(issue: z.core.$ZodIssue): FieldCode {
  if (issue.input === null) return 'null_not_allowed';
  if (issue.input === undefined && issue.code === 'invalid_type') return 'required';
  if (issue.code !== 'custom') return codes[issue.code] ?? 'invalid_value';
  return fieldCodes.find((code) => code === issue.params?.['code']) ?? 'invalid_value';
}

function messageOf(issue: z.core.$ZodIssue, path: string, schema: z.ZodType): string {
  if (issue.input === null) {
    const way = clearableFields(schema).includes(path) ? ': null does not clear; name it in clearFields' : '';
    return `must not be null${way}`;
  }
  if (issue.code === 'invalid_type') {
    return issue.input === undefined
      ? 'is required'
      : `must be ${typeNames[issue.expected] ?? issue.expected}`;
  }
  if (issue.code === 'invalid_key') return issue.issues[0]!.message;
  if (issue.code === 'invalid_value' && issue.path[0] === 'clearFields') return notClearable(issue, schema);
  // A schema may have a message of its own for many values, unlike zod's.
  if (issue.code === 'invalid_value' && issue.message.startsWith('I'))
    return `must be one of: ${issue.values.map(String).join(', ')}`;
  return issue.message;
}

/** The hint for a name in clearFields that cannot be cleared. */
function notClearable({ input, values }: z.core.$ZodIssueInvalidValue, schema: z.ZodType): string {
  const among = `must be one of: ${values.map(String).join(', ')}`;
  if (typeof input !== 'string' || !fieldsAt(schema, []).includes(input)) return among;
  return `names ${input}, which always has a value: set another one with ${input}, or clear one of: ${values.map(String).join(', ')}`;
}

/** The fields that an update's clearFields may name (patch.ts). */
export function clearableFields(schema: z.ZodType): readonly string[] {
  const field: unknown = schema instanceof z.ZodObject ? schema.shape['clearFields'] : undefined;
  const list = field instanceof z.ZodOptional ? field.unwrap() : undefined;
  const element = list instanceof z.ZodArray ? list.element : undefined;
  const names = element instanceof z.ZodUnion ? element.options[0] : element;
  return names instanceof z.ZodEnum ? names.options.map(String) : [];
}

/** What messages call the types of JSON and of schemas. */
export const typeNames: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a JSON object',
  record: 'a JSON object',
};
