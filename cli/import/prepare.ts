import { createHash } from 'node:crypto';
import { findTeam, type Catalog } from './catalog.ts';
import type { ImportEntry, Remark } from './entry.ts';
import { nameProblem } from './name-problem.ts';
import { linkParents, type Warning } from './parents.ts';
import { resolveRow, type ResolveOptions } from './resolve-row.ts';
import { PreparedRow, type Refusal, refusal } from './prepared-row.ts';
import { timeWarnings } from './time-requests.ts';

export interface PreparedImport {
  /** Parents before their children. */
  rows: PreparedRow[];
  refused: Refusal[];
  warnings: Warning[];
}

export interface PrepareOptions extends ResolveOptions {
  /** The namespace of the keys: another name imports everything again. */
  importName: string;
  /** Whether an invalid optional value refuses its row. */
  strict: boolean;
}

/** Turns entries into requests, and explains for each remaining row why it cannot be imported. */
export function prepareImport(
  entries: readonly ImportEntry[],
  catalog: Catalog,
  options: PrepareOptions,
): PreparedImport {
  const { parentOf, order, warnings } = linkParents(entries);
  const refused: Refusal[] = [];
  const ready = new Map<ImportEntry, PreparedRow>();
  const storyOf = ({ entry, team }: PreparedRow) => resolveRow(entry, team, catalog, options).story;
  for (const entry of order) {
    const parentEntry = parentOf.get(entry);
    const parent = parentEntry && ready.get(parentEntry);
    const { row, remarks, problems } = prepareRow(entry, catalog, options);
    if (parentEntry && !parent) problems.push(`its parent ${entry.parent} is refused`);
    if (!row || problems.length > 0) {
      refused.push(refusal(entry, 'cannot_be_mapped', problems));
      continue;
    }
    ready.set(entry, new PreparedRow({ ...row, parent }, storyOf));
    warnings.push(...remarks.map((remark) => warningOf(entry, remark)), ...timeWarnings(entry, catalog));
  }
  refused.sort((a, b) => a.row - b.row);
  return { rows: [...ready.values()], refused, warnings };
}

function prepareRow(
  entry: ImportEntry,
  catalog: Catalog,
  { importName, strict, ...options }: PrepareOptions,
): {
  row?: Omit<ConstructorParameters<typeof PreparedRow>[0], 'parent'>;
  remarks: Remark[];
  problems: string[];
} {
  const team = entry.team === undefined ? undefined : findTeam(catalog.teams, entry.team);
  if (!team) return { remarks: [], problems: [...entry.problems, teamProblem(entry, options)] };
  const { story, status, statusOrigin, remarks, problems } = resolveRow(entry, team, catalog, options);
  const strictProblems = strict ? remarks.filter(({ code }) => code !== 'chosen').map(problemOf) : [];
  const row = {
    entry,
    team,
    status,
    statusOrigin,
    completedAt: story.imported?.completedAt,
    dropped: droppedOf(remarks),
    idempotencyKey: idempotencyKey(catalog.workspaceId, importName, entry.identity),
  };
  return { row, remarks, problems: [...entry.problems, ...problems, ...strictProblems] };
}

/** Most rows share one set: a file can have very many. */
const nothing: ReadonlySet<string> = new Set();

function droppedOf(remarks: readonly Remark[]): ReadonlySet<string> {
  const dropped = remarks.filter(({ code }) => code !== 'chosen').map(({ field }) => field);
  return dropped.length === 0 ? nothing : new Set(dropped);
}

function teamProblem({ team }: ImportEntry, { allowed }: ResolveOptions): string {
  if (team === undefined) return 'it has no team';
  const problem = nameProblem(team);
  if (problem) return `team ${problem}`;
  const wayOut = allowed.has('teams') ? '' : '; create it, or add --create teams';
  return `there is no team "${team}" that you are in${wayOut}`;
}

const problemOf = (remark: Remark): string =>
  remark.isRule
    ? `${remark.field} ${remark.reason}`
    : `${remark.field} is "${remark.value}", which ${remark.reason}`;

const outcomes: Record<Remark['code'], string> = {
  dropped: ': left out',
  shortened: ': cut',
  chosen: '',
  unassigned: ': left unassigned',
  named: ': named in the description',
};

const warningOf = ({ row, key }: ImportEntry, { code, field, value, reason }: Remark): Warning => ({
  row,
  key,
  code,
  field,
  value,
  reason: `${field} ${reason}${outcomes[code]}`,
});

/**
 * The idempotency key of a row. It depends only on workspace, import and row, so that later runs, even with
 * additional rows, get the same stories.
 */
function idempotencyKey(workspaceId: string, importName: string, identity: string): string {
  const text = JSON.stringify([workspaceId, importName, identity]);
  return `import-${createHash('sha256').update(text).digest('base64url')}`;
}

/** The key of a row whose story with a key is gone: another one, and the same in every run. */
export const nextIdempotencyKey = (key: string): string =>
  `import-${createHash('sha256').update(key).digest('base64url')}`;
