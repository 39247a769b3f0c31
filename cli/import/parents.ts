import type { ImportEntry } from './entry.ts';

/** A remark about a row that does not prevent its import. */
export interface Warning {
  row: number;
  key: string | undefined;
  /** A machine-readable code. */
  code: string;
  /** The affected field and value, if any. */
  field?: string;
  value?: string;
  reason: string;
}

interface Linked {
  /** The entry of each entry's parent, if it is in the file. */
  parentOf: ReadonlyMap<ImportEntry, ImportEntry>;
  /** All entries in file order, except that parents precede their children. */
  order: ImportEntry[];
  warnings: Warning[];
}

/**
 * Resolves parents by key. A parent that is not in the file is omitted with a warning. A cycle is broken at
 * its highest key, regardless of file order, so that later imports break it at the same row.
 */
export function linkParents(entries: readonly ImportEntry[]): Linked {
  const byKey = new Map<string, ImportEntry>();
  for (const entry of entries) {
    const key = entry.parentKey ?? entry.key;
    if (key !== undefined && !byKey.has(key)) byKey.set(key, entry);
  }
  const parentOf = new Map<ImportEntry, ImportEntry>();
  const warnings: Warning[] = [];
  const warn = ({ row, key }: ImportEntry, reason: string) =>
    warnings.push({ row, key, code: 'parent', reason });
  for (const entry of entries) {
    if (entry.parent === undefined) continue;
    const parent = byKey.get(entry.parent);
    if (parent) parentOf.set(entry, parent);
    else warn(entry, `its parent ${entry.parent} is not in the file and was left out`);
  }
  for (const circle of findCircles(entries, parentOf)) {
    const opened = circle.reduce((a, b) => (compareKeys(a.key!, b.key!) > 0 ? a : b));
    parentOf.delete(opened);
    const keys = circle.map(({ key }) => key).join(', ');
    warn(opened, `its parents form a cycle (${keys}), so it is created without one`);
  }
  return { parentOf, order: parentsFirst(entries, parentOf), warnings };
}

/** Each entry has at most one parent, so following parents either ends or enters a single cycle. */
function findCircles(
  entries: readonly ImportEntry[],
  parentOf: ReadonlyMap<ImportEntry, ImportEntry>,
): ImportEntry[][] {
  const circles: ImportEntry[][] = [];
  const seen = new Set<ImportEntry>();
  for (const start of entries) {
    const path: ImportEntry[] = [];
    let entry: ImportEntry | undefined = start;
    while (entry && !seen.has(entry)) {
      seen.add(entry);
      path.push(entry);
      entry = parentOf.get(entry);
    }
    const begin = entry ? path.indexOf(entry) : -1;
    if (begin >= 0) circles.push(path.slice(begin));
  }
  return circles;
}

function parentsFirst(
  entries: readonly ImportEntry[],
  parentOf: ReadonlyMap<ImportEntry, ImportEntry>,
): ImportEntry[] {
  const order = new Set<ImportEntry>();
  for (const start of entries) {
    const path: ImportEntry[] = [];
    for (
      let entry: ImportEntry | undefined = start;
      entry && !order.has(entry);
      entry = parentOf.get(entry)
    ) {
      path.push(entry);
    }
    for (const entry of path.reverse()) order.add(entry);
  }
  return [...order];
}

/** Numbers by value, others by code units: the same on every machine. */
function compareKeys(a: string, b: string): number {
  const difference = Number(a) - Number(b);
  if (!Number.isNaN(difference) && difference !== 0) return difference;
  return a < b ? -1 : a > b ? 1 : 0;
}
