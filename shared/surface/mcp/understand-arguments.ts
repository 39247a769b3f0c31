import { findEnumValue } from '../../kernel/core/enum-words.ts';
import type { JsonSchema } from '../../kernel/core/json-schema.ts';

type Arguments = Readonly<Record<string, unknown>>;

/**
 * Returns a tool's arguments as its schema wants them where what was sent can only mean one thing: the API's value
 * where a person's words name one (`High`, `No Priority`, `On track`), since models pass on what people write, and
 * a list where one text was passed in place of it. Anything else stays as it is, to be refused by its name.
 */
export function understandArguments(inputSchema: JsonSchema, args: Arguments): Record<string, unknown> {
  const properties = (inputSchema['properties'] ?? {}) as Record<string, JsonSchema>;
  return Object.fromEntries(
    Object.entries(args).map(([sent, value]) => {
      const name = argumentOf(sent, properties, args);
      const schema = Object.hasOwn(properties, name) ? properties[name]! : {};
      if (typeof value !== 'string') return [name, value];
      if (schema['type'] === 'array') {
        const items = (schema['items'] ?? {}) as JsonSchema;
        return [name, value.split(',').map((text) => valueOf(items, text.trim()))];
      }
      return [name, valueOf(schema, value)];
    }),
  );
}

/** What results call things, and what the arguments for them are called. */
const shownNames: ReadonlyMap<string, string> = new Map([
  ['team', 'teamId'],
  ['status', 'statusId'],
  ['assignee', 'assigneeId'],
  ['sprint', 'sprintId'],
  ['objective', 'objectiveId'],
  ['keyResult', 'keyResultId'],
  ['lead', 'leadUserId'],
  ['member', 'memberId'],
  ['parent', 'parentId'],
  ['labelNames', 'labels'],
]);

/** The argument that a name means: that of results works too, unless it is another argument of the tool. */
function argumentOf(sent: string, properties: object, args: Arguments): string {
  const name = shownNames.get(sent);
  const isMeant = name !== undefined && name in properties && !(sent in properties) && !(name in args);
  return isMeant ? name : sent;
}

function valueOf({ enum: values }: JsonSchema, text: string): string {
  return Array.isArray(values) ? (findEnumValue(values as string[], text) ?? text) : text;
}
