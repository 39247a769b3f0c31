import { componentName, withoutNull, type Schema } from './api-document.ts';
import { html, type Fragment } from '../../kernel/html/html.ts';

/** Returns the URL of a component's description. */
export type LinkToObject = (name: string) => string;

/** Describes a value in words: its type, limits and choices. */
export function typeInWords(given: Schema, linkTo: LinkToObject): Fragment {
  const { schema, nullable } = withoutNull(given);
  const rules = [...limits(schema), ...(nullable ? ['or null'] : []), ...defaultOf(schema)];
  return [noun(schema, linkTo), rules.length > 0 && `, ${rules.join(', ')}`];
}

function noun(schema: Schema, linkTo: LinkToObject): Fragment {
  const { type, format, items, enum: choices, anyOf, additionalProperties: values } = schema;
  const name = componentName(schema);
  if (name) return html`<a href="${linkTo(name)}">${name}</a>`;
  if (schema.const !== undefined) return ['always ', code(schema.const)];
  if (choices) return ['one of ', listed(choices.map(code))];
  const known = openEnum(schema);
  if (known) return noun(known, linkTo);
  if (anyOf)
    return joined(
      anyOf.map((part) => typeInWords(part, linkTo)),
      ' or ',
    );
  if (type === 'array') return ['list of ', typeInWords(items ?? {}, linkTo)];
  if (Array.isArray(type)) return type.join(' or ');
  if (values?.type ?? values?.anyOf) return ['object, each value ', typeInWords(values, linkTo)];
  if (type === undefined) return 'any value';
  return formats[format ?? ''] ?? type;
}

/** The known values of an open enum (docs/guides/compatibility.md). */
function openEnum({ anyOf = [] }: Schema): Schema | undefined {
  const [known, other, ...others] = anyOf;
  const isOpen = (known?.enum || known?.$ref) && other?.type === 'string' && !other.format && !other.enum;
  return isOpen && others.length === 0 ? known : undefined;
}

const formats: Record<string, string> = {
  uuid: 'UUID',
  date: 'date',
  'date-time': 'date-time',
  email: 'e-mail address',
  uri: 'URL',
};

/** Descriptions of patterns that readers need; other patterns only exclude control characters. */
const patterns: Record<string, string> = {
  '^[!-~]+$': 'characters ! to ~',
  '^#[0-9a-fA-F]{6}$': 'as #4f46e5',
  '^[A-Z0-9]{2,8}$': '2 to 8 of A–Z and 0–9',
};

function limits({
  type,
  minLength = 0,
  maxLength,
  minimum,
  maximum,
  minItems,
  maxItems,
  uniqueItems,
  pattern,
}: Schema): string[] {
  const characters = type === 'string' ? range(minLength || undefined, maxLength, 'characters') : undefined;
  return [
    characters,
    pattern && patterns[pattern],
    range(minimum, maximum, ''),
    type === 'array' ? range(minItems, maxItems, 'entries') : undefined,
    uniqueItems && 'no duplicates',
  ].filter((rule): rule is string => typeof rule === 'string');
}

function range(least: number | undefined, most: number | undefined, unit: string): string | undefined {
  if (least === undefined && most === undefined) return undefined;
  const text =
    most === undefined
      ? `at least ${shown(least!)}`
      : least === undefined
        ? `at most ${shown(most)}`
        : `${shown(least)} to ${shown(most)}`;
  return `${text} ${unit}`.trim();
}

const shown = (value: number): string => value.toLocaleString('en');

const defaultOf = ({ default: value }: Schema): string[] =>
  value === undefined ? [] : [`default ${JSON.stringify(value)}`];

const code = (value: unknown): Fragment =>
  html`<code>${typeof value === 'string' ? value : JSON.stringify(value)}</code>`;

const listed = (parts: Fragment[]): Fragment => joined(parts, ', ');

const joined = (parts: Fragment[], separator: string): Fragment =>
  parts.map((part, position) => (position === 0 ? part : [separator, part]));
