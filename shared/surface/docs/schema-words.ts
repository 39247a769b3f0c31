import { componentName, withoutNull, type Schema } from './api-document.ts';
import { html, type Fragment } from '../../kernel/html/html.ts';

/** Returns the URL of a component's description. */
export type LinkToObject = (name: string) => string;

/** The most values of an enum that are named in a line; a field's others are folded below its description. */
const NAMED_CHOICES_MAX = 8;
/** How many of more than that are named. */
const NAMED_CHOICES = 3;

/** Describes a value in words: its type, limits and choices. */
export function typeInWords(given: Schema, linkTo: LinkToObject): Fragment {
  const { schema, nullable } = withoutNull(given);
  const known = openEnum(schema);
  const { items = {}, type } = known ?? schema;
  const choices = type === 'array' && openEnum(items)?.enum;
  const rules = [...limits(schema), ...(nullable ? ['or null'] : []), ...defaultOf(schema)];
  return [
    choices ? 'list' : noun(known ?? schema, linkTo),
    rules.map((rule) => [', ', rule]),
    choices && ['; each is ', listed(choices)],
  ];
}

/** All values of an enum, or of the entries of a list, that are too many for `typeInWords` to name; otherwise none. */
export function foldedChoices(given: Schema): readonly unknown[] {
  const { schema } = withoutNull(given);
  const { enum: choices = [] } = openEnum(schema.items ?? schema) ?? {};
  return choices.length > NAMED_CHOICES_MAX ? choices : [];
}

function noun(schema: Schema, linkTo: LinkToObject): Fragment {
  const { type, items = {}, enum: choices, anyOf, additionalProperties: values } = schema;
  const name = componentName(schema);
  if (name) return html`<a href="${linkTo(name)}">${name}</a>`;
  if (schema.const !== undefined) return ['always ', code(schema.const)];
  if (choices) return listed(choices);
  if (anyOf) return alternatives(anyOf, linkTo);
  if (type === 'array') return ['list of ', several(items, linkTo)];
  if (Array.isArray(type)) return type.join(' or ');
  // What a map takes is said by its description, if several types can be.
  if (values && values.type) return ['object of ', several(values, linkTo)];
  return simpleName(schema);
}

/** Values of several types, without the limits of each, and types that differ in no more only once. */
function alternatives(parts: readonly Schema[], linkTo: LinkToObject): Fragment {
  const names = new Map(
    parts.map((part) => {
      const name = noun(openEnum(part) ?? part, linkTo);
      return [html`${name}`.text, name];
    }),
  );
  return joinedWithOr([...names.values()]);
}

/** The entries of a list or a map: in the plural, with their limits in brackets. */
function several(given: Schema, linkTo: LinkToObject): Fragment {
  const { schema, nullable } = withoutNull(given);
  if (schema.type === 'array') return ['lists of ', several(schema.items ?? {}, linkTo)];
  const isSimple = typeof schema.type === 'string' && !schema.enum;
  if (!isSimple) return typeInWords(given, linkTo);
  const name = simpleName(schema);
  const rules = [...limits(schema), ...(nullable ? ['or null'] : [])];
  const plural = name.endsWith('s') ? `${name}es` : `${name}s`;
  return rules.length > 0 ? `${plural} (${rules.join(', ')})` : plural;
}

const simpleName = ({ type, format = '' }: Schema): string =>
  type === undefined ? 'any value' : (formats[format] ?? String(type));

/** An enum itself, or the known values of an open one (docs/guides/compatibility.md). */
function openEnum(schema: Schema): Schema | undefined {
  if (schema.enum) return schema;
  const [known, other, ...others] = schema.anyOf ?? [];
  const isOpen = (known?.enum || known?.$ref) && other?.type === 'string' && !other.format && !other.enum;
  return isOpen && others.length === 0 ? known : undefined;
}

const formats: Record<string, string> = {
  uuid: 'UUID',
  date: 'date',
  'date-time': 'date-time',
  email: 'email address',
  uri: 'URL',
};

/** Descriptions of patterns that readers need; other patterns only exclude control characters. */
const patterns: Record<string, string> = {
  '^#[0-9a-fA-F]{6}$': 'as #4f46e5',
  '^[A-Z0-9]{2,10}$': '2–10 of A–Z and 0–9',
};

/** Printable ASCII without the space. */
const ASCII = '^[!-~]+$';

function limits({
  type,
  minLength = 0,
  maxLength,
  minimum,
  maximum,
  minItems,
  maxItems,
  uniqueItems,
  pattern = '',
}: Schema): string[] {
  const unit = pattern === ASCII ? 'ASCII characters without spaces' : 'characters';
  const characters = type === 'string' ? range(minLength || undefined, maxLength, unit) : undefined;
  return [
    patterns[pattern] ?? characters,
    range(minimum, maximum, ''),
    type === 'array' ? range(minItems, maxItems, 'entries') : undefined,
    uniqueItems && 'no duplicates',
  ].filter((rule): rule is string => typeof rule === 'string');
}

/** Numbers, which can be negative, are separated by a word. */
function range(least: number | undefined, most: number | undefined, unit: string): string | undefined {
  if (least === undefined && most === undefined) return undefined;
  const text =
    most === undefined
      ? `at least ${shown(least!)}`
      : least === undefined
        ? `up to ${shown(most)}`
        : [shown(least), shown(most)].join(unit ? '–' : ' to ');
  return `${text} ${unit}`.trim();
}

const shown = (value: number): string => value.toLocaleString('en');

function defaultOf({ default: value }: Schema): Fragment[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return [['default ', code(value)]];
  return [value.length === 0 ? 'empty by default' : ['default ', code(value.join(' '))]];
}

const code = (value: unknown): Fragment =>
  html`<code>${typeof value === 'string' ? value : JSON.stringify(value)}</code>`;

/** The values of an enum; of many, the first. */
function listed(choices: readonly unknown[]): Fragment {
  const isLong = choices.length > NAMED_CHOICES_MAX;
  const named = (isLong ? choices.slice(0, NAMED_CHOICES) : choices).map(code);
  return joinedWithOr(isLong ? [...named, `${choices.length - NAMED_CHOICES} others`] : named);
}

const joinedWithOr = (parts: readonly Fragment[]): Fragment => [
  joined(parts.slice(0, -1), ', '),
  parts.length > 1 && ' or ',
  parts.slice(-1),
];

const joined = (parts: readonly Fragment[], separator: string): Fragment =>
  parts.map((part, position) => (position === 0 ? part : [separator, part]));
