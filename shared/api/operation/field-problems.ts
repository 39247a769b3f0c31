import * as z from 'zod';
import { fieldCodes, type FieldCode, type FieldError, type FieldProblem } from '../../core/errors.ts';

/** The invalid parts of a request that a schema's error reports, for the part that it validated. */
export function fieldProblems(error: z.ZodError, place: FieldError['in'], schema: z.ZodType): FieldProblem[] {
  const problems = error.issues.flatMap((issue): FieldProblem[] => {
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownField(issue, key, place));
    // A parameter with several values is named as a whole.
    const at = place === 'query' ? issue.path.slice(0, 1) : issue.path;
    const path = at.map(String).join('.');
    return [{ in: place, path, code: codeOf(issue), message: messageOf(issue, path, schema) }];
  });
  // Several bad values of one parameter are one problem.
  return [...new Map(problems.map((problem) => [`${problem.path} ${problem.message}`, problem])).values()];
}

function unknownField({ path }: z.core.$ZodIssue, key: string, place: FieldError['in']): FieldProblem {
  const what = place === 'body' ? 'field' : 'parameter';
  const at = [...path.map(String), key].join('.');
  return { in: place, path: at, code: 'unknown_field', message: `is not a known ${what}` };
}

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
  if (issue.code === 'invalid_value') return `must be one of: ${issue.values.map(String).join(', ')}`;
  return issue.message;
}

/** The fields that an update's clearFields may name (patch.ts). */
function clearableFields(schema: z.ZodType): readonly string[] {
  const field: unknown = schema instanceof z.ZodObject ? schema.shape['clearFields'] : undefined;
  const list = field instanceof z.ZodOptional ? field.unwrap() : undefined;
  const names = list instanceof z.ZodArray ? list.element : undefined;
  return names instanceof z.ZodEnum ? names.options.map(String) : [];
}

const typeNames: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a JSON object',
};
