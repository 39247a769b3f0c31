import type { JsonSchema } from '../../core/json-schema.ts';

/**
 * The schema of an answer, open to what later versions of v1 add: objects may have further members, and enums
 * further values, so that a client generated from today's document reads tomorrow's answers
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

/** A limit is a rule for what is sent; of what is read it may be raised. */
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

/** An enum that may be null is one choice of three, not a choice within a choice. */
const flatten = (parts: JsonSchema[]): JsonSchema[] =>
  parts.flatMap((part) =>
    Array.isArray(part['anyOf']) && !part['description'] ? (part['anyOf'] as JsonSchema[]) : [part],
  );
