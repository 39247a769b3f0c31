/**
 * A text of a page with `{placeholders}`, or its plural forms by the categories of `Intl.PluralRules`, which
 * `{count}` selects.
 */
export type Message = string | PluralMessage;

type PluralMessage = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

export type Messages = Readonly<Record<string, Message>>;

/** The texts of another language: the same keys, whatever their plural forms. */
export type Translated<M extends Messages> = {
  readonly [K in keyof M]: M[K] extends string ? string : PluralMessage;
};

type NamesIn<T extends string> = T extends `${string}{${infer N}}${infer Rest}` ? N | NamesIn<Rest> : never;

/** The names of a message's placeholders. */
export type Placeholders<M> = M extends string
  ? NamesIn<M>
  : M extends { other: infer O extends string }
    ? NamesIn<O>
    : never;

const PLACEHOLDER = /\{(\w+)\}/;

/** The parts of a text: what is at even positions is text, at odd ones the name of a placeholder. */
export const partsOf = (text: string): string[] => text.split(PLACEHOLDER);

/** The names of the placeholders of a text, sorted. */
export const placeholdersOf = (text: string): string[] =>
  partsOf(text)
    .filter((_, position) => position % 2 === 1)
    .sort();
