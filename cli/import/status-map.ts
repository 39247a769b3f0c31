import { type Status } from '../../shared/identity/status/status.ts';
import { nameKey } from '../../shared/kernel/core/name-key.ts';
import { CommandError } from '../core/command-error.ts';
import { statusWords } from './status-words.ts';
import { statusCategories, type StatusCategory } from '../../shared/kernel/core/status-category.ts';

const plain = (text: string): string => nameKey(text).replace(/[^\p{L}\p{N}\p{M}]/gu, '');

const categoryOfWord = new Map(
  statusCategories.flatMap((category) =>
    [category, ...statusWords[category].split(/\s+/)].map((word) => [plain(word), category] as const),
  ),
);

/** The wildcard for all other values. */
const REST = '*';

/** The values from the command line as names are compared, with the status name or category for each. */
export type StatusMap = ReadonlyMap<string, string>;

/** Parses `Final=completed,"Won't do"=cancelled,*=backlog`. Throws a CommandError. */
export const parseStatusMap = (texts: readonly string[]): StatusMap =>
  parsePairs(texts, '--status-map takes VALUE=STATUS separated by commas, such as Final=completed');

/**
 * Parses `VALUE=WORD,"a, b"=WORD` into a map by value, as names are compared. Values that contain a comma or an equals
 * sign must be in double quotes. Throws a CommandError that begins with `usage`.
 */
export function parsePairs(texts: readonly string[], usage: string): ReadonlyMap<string, string> {
  const map = new Map<string, string>();
  for (const text of texts) {
    for (const part of text.match(/(?:"[^"]*"|[^,"])+/g) ?? []) {
      const [, quoted, bare, target] = /^\s*(?:"([^"]*)"|([^=]*?))\s*=\s*(.+?)\s*$/.exec(part) ?? [];
      const value = quoted ?? bare;
      if (!value || !target) {
        throw new CommandError(`${usage}; ${part.trim()} is invalid.`);
      }
      map.set(nameKey(value), target.replace(/^"(.*)"$/, '$1'));
    }
  }
  return map;
}

/** The category that a value, or the word it is mapped to, usually means; undefined for other words. */
export function usualCategory(value: string, map: StatusMap = new Map()): StatusCategory | undefined {
  const given = map.get(nameKey(value));
  return categoryOfWord.get(plain(given ?? value));
}

/** What most tools distinguish: work that is to do, being done, or over. */
const stageOf = (category: StatusCategory): StatusCategory =>
  category === 'backlog' ? 'unstarted' : category === 'cancelled' ? 'completed' : category;

/** How a value was matched to its status. */
export type StatusOrigin = 'given' | 'same name' | 'from its category' | 'guessed' | 'the rest';

interface ResolvedStatus {
  status: Status;
  origin: StatusOrigin;
}

/**
 * The team's status for a value: the one mapped explicitly, else the one with that name, unless the file says that it means
 * something else, else one of the category that the file says, else of the word's usual category, else the one mapped with the wildcard. Undefined if none matches.
 */
export function resolveStatus(
  value: string,
  statuses: readonly Status[],
  map: StatusMap,
  category?: StatusCategory,
): ResolvedStatus | undefined {
  const named = statusCalled(value, statuses, false, value);
  // A status that is called the same can mean something else there, unless its name is a usual word.
  const stages = [category ?? named?.category, usualCategory(value)].map((one) => one && stageOf(one));
  const isSame = named && stages.includes(stageOf(named.category));
  const tries: [string | undefined, StatusOrigin][] = [
    [map.get(nameKey(value)), 'given'],
    [isSame ? value : undefined, 'same name'],
    [category, 'from its category'],
    [categoryOfWord.get(plain(value)), 'guessed'],
    [map.get(REST), 'the rest'],
  ];
  for (const [target, origin] of tries) {
    const status =
      target === undefined ? undefined : statusCalled(target, statuses, origin !== 'same name', value);
    if (status) return { status, origin };
    // An explicitly requested status must not silently become another one.
    if (origin === 'given' && target !== undefined) return undefined;
  }
  return undefined;
}

/** Whether two names are those of one status, such as To Do and Todo. */
export const isSameStatus = (a: string, b: string): boolean => wordOf(a) === wordOf(b);

const wordOf = (text: string): string => (plain(text) === 'canceled' ? 'cancelled' : plain(text));

/**
 * By name or category; of several in a category the one that is called like the value, else the oldest, so that later
 * imports find the same one.
 */
function statusCalled(
  text: string,
  statuses: readonly Status[],
  orCategory: boolean,
  value: string,
): Status | undefined {
  const oldest = (fits: (status: Status) => boolean) =>
    statuses.filter(fits).sort((a, b) => (a.id < b.id ? -1 : 1))[0];
  const category = wordOf(text);
  const named = oldest(({ name }) => nameKey(name) === nameKey(text));
  if (named || !orCategory) return named;
  return (
    oldest((status) => status.category === category && isSameStatus(status.name, value)) ??
    oldest((status) => status.category === category)
  );
}
