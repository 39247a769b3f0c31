import { type Status } from '../../../shared/statuses/status.ts';
import { CommandError } from '../core/command-error.ts';
import { statusCategories, type StatusCategory } from '../../../shared/core/status-category.ts';

/** What words for a status usually mean. */
const usualWords: Record<StatusCategory, string[]> = {
  backlog: ['draft', 'deferred', 'icebox', 'idea', 'later', 'postponed', 'proposed', 'someday', 'triage'],
  unstarted: ['todo', 'open', 'new', 'planned', 'ready', 'accepted', 'approved', 'notstarted', 'selected'],
  started: [
    ...['inprogress', 'progress', 'active', 'doing', 'wip', 'inreview', 'review', 'provisional'],
    ...['indevelopment', 'testing', 'blocked', 'reopened'],
  ],
  completed: [
    ...['done', 'complete', 'closed', 'final', 'finished', 'fixed', 'implemented', 'merged'],
    ...['released', 'resolved', 'shipped'],
  ],
  cancelled: [
    ...['canceled', 'abandoned', 'declined', 'dropped', 'duplicate', 'invalid', 'obsolete', 'rejected'],
    ...['superseded', 'withdrawn', 'wontdo', 'wontfix'],
  ],
};

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

const categoryOfWord = new Map(
  statusCategories.flatMap((category) =>
    [category, ...usualWords[category]].map((word) => [word, category] as const),
  ),
);

/** What stands for every value that is not named. */
const REST = '*';

/** The values named on the command line, in lower case, with the status name or category each becomes. */
export type StatusMap = ReadonlyMap<string, string>;

/** Reads `Final=completed,"Won't do"=cancelled,*=backlog`. Throws CommandError. */
export const parseStatusMap = (texts: readonly string[]): StatusMap =>
  parsePairs(texts, '--status-map takes VALUE=STATUS with commas between, such as Final=completed');

/**
 * Reads `VALUE=WORD,"a, b"=WORD`, by the value in lower case. Values that hold a comma or a sign of equality stand
 * in double quotes. Throws CommandError that begins with `usage`.
 */
export function parsePairs(texts: readonly string[], usage: string): ReadonlyMap<string, string> {
  const map = new Map<string, string>();
  for (const text of texts) {
    for (const part of text.match(/(?:"[^"]*"|[^,"])+/g) ?? []) {
      const [, quoted, bare, target] = /^\s*(?:"([^"]*)"|([^=]*?))\s*=\s*(.+?)\s*$/.exec(part) ?? [];
      const value = quoted ?? bare;
      if (!value || !target) {
        throw new CommandError(`${usage}; ${part.trim()} is not so.`);
      }
      map.set(value.toLowerCase(), target.replace(/^"(.*)"$/, '$1'));
    }
  }
  return map;
}

/** How a value came to its status. */
export type StatusOrigin = 'given' | 'same name' | 'guessed' | 'the rest';

export interface ResolvedStatus {
  status: Status;
  origin: StatusOrigin;
}

/**
 * The status of a team that a value stands for: the one given for it, else the one of that name, else of the
 * category that the word usually means, else the one given for the rest. Undefined where none fits.
 */
export function resolveStatus(
  value: string,
  statuses: readonly Status[],
  map: StatusMap,
): ResolvedStatus | undefined {
  const tries: [string | undefined, StatusOrigin][] = [
    [map.get(value.toLowerCase()), 'given'],
    [value, 'same name'],
    [categoryOfWord.get(plain(value)), 'guessed'],
    [map.get(REST), 'the rest'],
  ];
  for (const [target, origin] of tries) {
    const status = target === undefined ? undefined : statusCalled(target, statuses, origin !== 'same name');
    if (status) return { status, origin };
    // A status that was asked for and is not there must not become another one.
    if (origin === 'given' && target !== undefined) return undefined;
  }
  return undefined;
}

/** By name, else by category; the oldest of several, so that a later import finds the same one. */
function statusCalled(text: string, statuses: readonly Status[], orCategory: boolean): Status | undefined {
  const oldest = (fits: (status: Status) => boolean) =>
    statuses.filter(fits).sort((a, b) => (a.id < b.id ? -1 : 1))[0];
  const wanted = plain(text);
  const category = wanted === 'canceled' ? 'cancelled' : wanted;
  return (
    oldest(({ name }) => name.toLowerCase() === text.toLowerCase()) ??
    (orCategory ? oldest((status) => status.category === category) : undefined)
  );
}
