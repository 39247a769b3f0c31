type Value = unknown;
type Members = Record<string, Value>;

/** What tells nothing before the first day: the days to come, and what was done in those that were. */
const ONCE_BEGUN = new Set(['burnDown', 'throughput', 'cycleTime', 'completed', 'historyComplete', 'oldest']);
/** Definitions that belong to no member of their name. */
const GENERAL = new Set(['span', 'points', 'days', 'scope']);

/**
 * An analysis as a model reads it: without days to come, without what did not happen on a day or in a group, and
 * of what has not begun only what is planned. Definitions of what is left out go with it.
 */
export function briefAnalysis({ definitions, ...analysis }: Members, now: string): Members {
  const { startDate } = analysis;
  const begun = typeof startDate !== 'string' || startDate <= now;
  const shown = Object.entries(analysis).flatMap(([name, value]): [string, Value][] => {
    if (!begun && ONCE_BEGUN.has(name)) return [];
    if (Array.isArray(value)) {
      const items = value.filter((item) => !isToCome(item)).map(withoutZeros);
      return items.length === 0 ? [] : [[name, items]];
    }
    return isUnknown(value) || value === false ? [] : [[name, value]];
  });
  const brief = Object.fromEntries([...shown, ...(begun ? [] : [['begun', false] as const])]);
  return { ...brief, definitions: definitionsOf(brief, definitions as Members) };
}

const isObject = (value: Value): value is Members => typeof value === 'object' && value !== null;

/** A day of a burn-down that is not there yet. */
const isToCome = (item: Value): boolean => isObject(item) && 'day' in item && item['remaining'] === null;

/** Durations of nothing. */
const isUnknown = (value: Value): boolean =>
  isObject(value) && value['known'] === 0 && value['unknown'] === 0;

const isZero = (value: Value): boolean =>
  value === 0 || (isObject(value) && value['stories'] === 0 && value['points'] === 0);

/** A day, a week or a group without what did not happen in it; what remains is told also where it is nothing. */
const withoutZeros = (item: Value): Value =>
  isObject(item)
    ? Object.fromEntries(
        Object.entries(item).filter(
          ([name, value]) => name === 'remaining' || !(isZero(value) || isUnknown(value)),
        ),
      )
    : item;

function definitionsOf(brief: Members, definitions: Members): Members {
  const told = new Set(GENERAL);
  const items = Object.values(brief).flatMap((value) => (Array.isArray(value) ? value : []) as Members[]);
  for (const members of [brief, ...items]) {
    for (const [name, value] of Object.entries(members)) {
      told.add(name);
      if (isObject(value) && 'p50' in value) told.add('percentiles');
    }
  }
  return Object.fromEntries(Object.entries(definitions).filter(([name]) => told.has(name)));
}
