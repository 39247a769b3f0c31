type Value = unknown;
type Members = Record<string, Value>;

/** Fields that are empty before the first day. */
const ONCE_BEGUN = new Set(['burnDown', 'throughput', 'cycleTime', 'completed', 'historyComplete', 'oldest']);
/** Definitions that do not match a field name. */
const GENERAL = new Set(['span', 'estimate', 'days', 'scope']);

/**
 * An analysis abridged for a model: without future days, without zero values of days and groups, and reduced
 * to the plan if it has not started. Definitions of omitted fields are omitted too.
 */
export function briefAnalysis(
  { definitions, cumulativeFlow: _, ...analysis }: Members,
  now: string,
): Members {
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

/** A future day of a burn-down. */
const isToCome = (item: Value): boolean => isObject(item) && 'day' in item && item['remaining'] === null;

/** Durations of an empty set. */
const isUnknown = (value: Value): boolean =>
  isObject(value) && value['known'] === 0 && value['unknown'] === 0;

const isZero = (value: Value): boolean =>
  value === 0 || (isObject(value) && value['stories'] === 0 && value['estimate'] === 0);

/** A day, a week or a group without zero values; remaining work is kept even if it is zero. */
const withoutZeros = (item: Value): Value =>
  isObject(item)
    ? Object.fromEntries(
        Object.entries(item).filter(
          ([name, value]) => name === 'remaining' || !(isZero(value) || isUnknown(value)),
        ),
      )
    : item;

function definitionsOf(brief: Members, definitions: Members): Members {
  const used = new Set(GENERAL);
  const items = Object.values(brief).flatMap((value) => (Array.isArray(value) ? value : []) as Members[]);
  for (const members of [brief, ...items]) {
    for (const [name, value] of Object.entries(members)) {
      used.add(name);
      if (isObject(value) && 'p50Days' in value) used.add('percentiles');
    }
  }
  return Object.fromEntries(Object.entries(definitions).filter(([name]) => used.has(name)));
}
