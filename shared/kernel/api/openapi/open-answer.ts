import type { JsonSchema } from '../../core/json-schema.ts';

/**
 * The schema of a response, open to additions in later versions of v1: objects may have further members, and enums
 * further values, so that a client generated from today's document reads future responses
 * (docs/guides/compatibility.md). `named` holds the components that the schema may refer to, by name.
 */
export function openAnswer(schema: JsonSchema, named: Record<string, JsonSchema>): JsonSchema {
  const open = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(open);
    if (typeof value !== 'object' || value === null) return value;
    return openSchema(value as JsonSchema);
  };
  const isEnum = ({ enum: values, $ref }: JsonSchema): boolean =>
    Array.isArray(values) ||
    (typeof $ref === 'string' && named[$ref.split('/').at(-1)!]?.['enum'] !== undefined);

  function openSchema(part: JsonSchema): JsonSchema {
    if (isEnum(part)) return openEnum(part);
    const { additionalProperties, ...rest } = withoutLimits(part);
    const opened = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, open(value)]));
    return {
      ...opened,
      ...(Array.isArray(opened['anyOf']) ? { anyOf: flatten(opened['anyOf'] as JsonSchema[]) } : {}),
      ...(additionalProperties === undefined || additionalProperties === false
        ? {}
        : { additionalProperties: open(additionalProperties) }),
    };
  }
  return openSchema(schema);
}

/** Limits apply to requests only: a later version may raise them, so response schemas omit them. */
const withoutLimits = ({
  pattern: _pattern,
  minLength: _minLength,
  maxLength: _maxLength,
  minItems: _minItems,
  maxItems: _maxItems,
  minimum: _minimum,
  maximum: _maximum,
  ...rest
}: JsonSchema): JsonSchema => rest;

/** The values known today, or any other string. */
function openEnum({ description, ...values }: JsonSchema): JsonSchema {
  return { ...(description ? { description } : {}), anyOf: [values, { type: 'string' }] };
}

/** Flattens nested choices: a nullable open enum is one choice of three, not a choice within a choice. */
const flatten = (parts: JsonSchema[]): JsonSchema[] =>
  parts.flatMap((part) =>
    Array.isArray(part['anyOf']) && !part['description'] ? (part['anyOf'] as JsonSchema[]) : [part],
  );
