import { COMMENT_FIELDS, withCommentFacts } from './comments-by-author.ts';
import type { Tool } from '../../kernel/api/mcp/tool.ts';
import type { ToolOutcome } from '../../kernel/api/mcp/tool-result.ts';
import { invalidRequest } from '../../kernel/core/errors.ts';
import type { JsonSchema } from '../../kernel/core/json-schema.ts';
import { TIME_FIELD, withTimeSpent } from './time-of-stories.ts';
import { closestNames, didYouMean } from '../../kernel/core/nearest.ts';
import { namedFields } from '../../nouns/names.ts';
import { NAMES_BY_KEY } from './names.ts';

type Row = Readonly<Record<string, unknown>>;

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
      const result = await tool.run({ ...call, args });
      if (fields === undefined || !Array.isArray(result.data)) return result;
      const names = fieldsOf(fields);
      const isOfComments = names.some((name) => COMMENT_FIELDS.includes(name));
      const isOfStories = tool.name === 'list_stories' && !('groupBy' in args) && args['view'] !== '?';
      if (!isOfStories) return chosenOf(result, names, []);
      const counted = isOfComments ? await withCommentFacts({ ...call, args }, result) : result;
      const timed = names.includes(TIME_FIELD) ? await withTimeSpent({ ...call, args }, counted) : counted;
      return chosenOf(timed, names, [...COMMENT_FIELDS, TIME_FIELD]);
    },
  };
}

function fieldsOf(fields: unknown): readonly string[] {
  if (Array.isArray(fields) && fields.every((one) => typeof one === 'string')) return fields;
  throw invalidRequest([
    { path: 'fields', code: 'invalid_type', message: 'must be a list of names of fields' },
  ]);
}

/** The rows with what was chosen; `others` are fields that are read only for those who choose them. */
function chosenOf(result: ToolOutcome, fields: readonly string[], others: readonly string[]): ToolOutcome {
  const rows = result.data as Row[];
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
  const data = rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => isChosen(name))));
  return { ...result, data, chosen: true };
}

/** What only the tool that shows one has, since it costs a read for each. */
const OF_ONE: readonly string[] = ['relations', 'subStories', 'links', 'attachments', 'history'];

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
