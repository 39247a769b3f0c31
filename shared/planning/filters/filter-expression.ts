import type { FilterKey } from './filter-keys.ts';

/** A value of a word. One in quotes is a name, also where a word such as none has a meaning of its own. */
export interface FilterValue {
  text: string;
  quoted: boolean;
}

/** A word of a filter for people, such as `label:bug,"needs design"`. */
export interface FilterWord {
  key: FilterKey;
  values: readonly FilterValue[];
}

/** What a filter says of stories: words and texts to search for, combined. */
export type FilterExpression =
  | { all: readonly FilterExpression[] }
  | { any: readonly FilterExpression[] }
  | { not: FilterExpression }
  | { word: FilterWord }
  | { text: string };
