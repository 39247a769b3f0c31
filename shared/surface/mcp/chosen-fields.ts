import type { Arguments, Tool } from '../../kernel/api/mcp/tool.ts';
import { isObject } from '../../kernel/api/mcp/result-data.ts';
import { invalidRequest } from '../../kernel/core/errors.ts';
import type { JsonSchema } from '../../kernel/core/json-schema.ts';
import { closestNames, didYouMean } from '../../kernel/core/nearest.ts';
import { namedFields } from '../../nouns/names.ts';
import { NAMES_BY_KEY } from './names.ts';

/** What a row has whatever was chosen: what it is, who wrote it, and the version that a change names. */
const ALWAYS = ['id', 'type', 'reference', 'title', 'name', 'origin', 'updatedAt', 'replies', 'content'];

const fieldsArgument: JsonSchema = { type: 'array', items: { type: 'string' } };

/** A tool whose result is a list, which takes `fields`: what each row has besides what identifies it. */
export function withChosenFields(tool: Tool): Tool {
  if (!/^(list_|search$)/.test(tool.name)) return tool;
  let schemas: ReturnType<Tool['schemas']> | undefined;
  return {
    ...tool,
    schemas: () => {
      const { inputSchema, outputSchema } = tool.schemas();
      const properties = { ...(inputSchema['properties'] as object), fields: fieldsArgument };
      return (schemas ??= { inputSchema: { ...inputSchema, properties }, outputSchema });
    },
    run: async ({ args: { fields, ...args }, ...call }) => {
      if (fields === undefined) return await tool.run({ ...call, args });
      const names = fieldsOf(fields);
      const isOfRows = !('groupBy' in args) && args['view'] !== '?';
      const onDemand = isOfRows ? (tool.fieldsOnDemand ?? []) : [];
      const wanted = names.filter((name) => onDemand.includes(name));
      const result = await tool.run({
        ...call,
        args: wanted.length > 0 ? { ...args, fields: wanted } : args,
      });
      const { data } = result;
      const isList = Array.isArray(data) && data.every(isObject);
      return isList ? { ...result, data: chosenOf(data, names, onDemand), chosen: true } : result;
    },
  };
}

function fieldsOf(fields: unknown): readonly string[] {
  if (Array.isArray(fields) && fields.every((one) => typeof one === 'string')) return fields;
  throw invalidRequest([
    { path: 'fields', code: 'invalid_type', message: 'must be a list of names of fields' },
  ]);
}

/** The rows with what was chosen; `others` are fields that rows have only for those who choose them. */
function chosenOf(
  rows: readonly Arguments[],
  fields: readonly string[],
  others: readonly string[],
): Arguments[] {
  const known = [...new Set([...rows.flatMap(Object.keys), ...others])].filter(
    (name) => name !== 'workspaceId',
  );
  const unknown =
    rows.length === 0 ? [] : fields.filter((field) => !known.some((name) => namesField(name, field)));
  if (unknown.length > 0) {
    throw invalidRequest(
      unknown.map((field, position) => ({
        path: `fields.${fields.indexOf(field)}`,
        code: 'not_one_of',
        message: [
          whyUnknown(field, known),
          ...(position === 0 ? [`They have ${known.join(', ')}`] : []),
        ].join(' '),
      })),
    );
  }
  // In which zone a span's days are.
  const withZone = fields.some((field) => /^(?:start|end)Date$/.test(field));
  const isChosen = (name: string) =>
    ALWAYS.includes(name) ||
    (withZone && name === 'timeZone') ||
    fields.some((field) => namesField(name, field));
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => isChosen(name))));
}

/** What only the tool that shows one has: it is long, or computed for one at a time. */
const OF_ONE: readonly string[] = ['history', 'schedule', 'triageHint', 'moreComments'];

/** Why a field cannot be chosen, with what it resembles; the first that cannot is followed by all that can be. */
function whyUnknown(field: string, known: readonly string[]): string {
  if (OF_ONE.includes(field) && known.includes('reference'))
    return 'is only shown of one story, by get_story.';
  return closestNames(field, known).length > 0
    ? `is none of the fields of these: ${didYouMean(field, known)}`
    : 'is none of the fields of these.';
}

/** A field is named as it is, or as the one that has its name or its id. */
const namesField = (name: string, field: string): boolean =>
  name === field || nameOf(name) === field || (nameOf(field) ?? field) === name;

const nameOf = (field: string): string | null | undefined =>
  field === NAMES_BY_KEY.values ? NAMES_BY_KEY.names : namedFields.get(field)?.nameField;
