/** How a language writes values. */
export interface LiteralStyle {
  /** A text in quotes. */
  text: (text: string) => string;
  /** A text in which variables are inserted. */
  template: (text: string) => string;
  /** A field's name with what separates it from its value. */
  key: (name: string) => string;
  words: Readonly<Record<'true' | 'false' | 'null', string>>;
  /** Expressions for what the shell computes, by its command. */
  commands: Readonly<Record<string, string>>;
}

const INDENT = '  ';

/** What fits next to a description on a page of 1,280 px. */
export const LINE_MAX_CHARACTERS = 56;

/** A JSON value as a language writes it, a field or item a line; `$NAME` in its texts are variables. */
export function literal(value: unknown, style: LiteralStyle, indent = ''): string {
  if (typeof value === 'string') return textLiteral(value, style);
  if (value === null || typeof value === 'boolean') return style.words[`${value}`];
  if (typeof value === 'number') return String(value);
  const inner = indent + INDENT;
  const [open, close, lines] = Array.isArray(value)
    ? (['[', ']', value.map((item) => literal(item, style, inner))] as const)
    : ([
        '{',
        '}',
        Object.entries(value as object).map(
          ([name, field]) => `${style.key(name)}${literal(field, style, inner)}`,
        ),
      ] as const);
  if (lines.length === 0) return `${open}${close}`;
  return `${open}\n${lines.map((line) => `${inner}${line},\n`).join('')}${indent}${close}`;
}

/** A text: a variable by its name, a text with variables as a template, any other in quotes. */
export function textLiteral(text: string, style: LiteralStyle): string {
  const command = style.commands[text];
  if (command) return command;
  const [, name] = /^\$([A-Z_]+)$/.exec(text) ?? [];
  if (name) return name;
  return /\$[A-Z_]/.test(text) ? style.template(text) : style.text(text);
}

/** The names of the variables in texts, in order of their first use. */
export const variableNames = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(/\$([A-Z_]+)/g)].map(([, name]) => name!))),
];

/** The shell's command for a key that is new each time, where `openssl` is: on macOS, Linux and in Git for Windows. */
export const NEW_KEY = '$(openssl rand -hex 16)';

/** The shell's command for midnight of today. */
export const TODAY = '$(date -u +%Y-%m-%dT00:00:00Z)';
