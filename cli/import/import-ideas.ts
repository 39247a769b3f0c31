import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import limitConcurrency from 'p-limit';
import type { FeedbackComment } from '../../shared/feedback/items/feedback-comment.ts';
import type { FeedbackItem } from '../../shared/feedback/items/item.ts';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { confirm } from '../core/confirm.ts';
import { findBoard, portalNamed } from '../core/find-feedback.ts';
import { renderTable } from '../core/output.ts';
import { printable, styled, toJsonText, writeOutput } from '../core/terminal.ts';
import { describeApiError, type ApiClient } from './api-client.ts';
import { loadCatalog } from './catalog.ts';
import { columnUses } from './columns.ts';
import { foundIdeas, planIdeas, type Idea } from './ideas.ts';
import type { Warning } from './parents.ts';
import { namesIn, type PeopleMap } from './people-map.ts';
import type { ImportOptions } from './plan.ts';
import { describeRefused, describeWarnings } from './preview.ts';
import type { readFile } from './read-file.ts';
import { parseStatusMap } from './status-map.ts';
import { importLine, writeLines } from './summary.ts';

/** A file of ideas, as it was read, and how it is imported. */
type IdeaFile = ReturnType<typeof readFile> & {
  options: ImportOptions;
  people: PeopleMap | undefined;
  changeSetId: string;
  /** What the report says of the files before. */
  ideaLines: object[];
};

/**
 * Imports the rows of a file as ideas of a portal, with their comments; those that an earlier import has made stay as they
 * are. Throws a CommandError if there is no such portal or board.
 */
export async function importIdeas(client: ApiClient, file: IdeaFile): Promise<void> {
  const { options, changeSetId } = file;
  const { shown, path, ideas, there } = await lookAtIdeas(client, file);
  const { columns, refusals, warnings } = shown;
  const report = () => {
    if (options.report === undefined) return;
    if (file.ideaLines.length === 0)
      file.ideaLines.push(importLine(options.dryRun ? undefined : changeSetId));
    const placed = options.dryRun ? [] : [...there];
    file.ideaLines.push(
      ...placed.map(([{ entry }, { slug }]) => ({ kind: 'idea', row: entry.row, key: entry.key, slug })),
      ...columns.map((column) => ({ kind: 'column', ...column })),
      ...refusals.map((row) => ({ kind: 'refused', ...row })),
      ...warnings.map((warning) => ({ kind: 'warning', ...warning })),
    );
    writeLines(options.report, file.ideaLines);
  };
  const show = (json: object, lines: readonly string[]) =>
    writeOutput(`${options.json ? toJsonText({ ...shown, ...json }) : lines.join('\n')}\n`);
  if (options.dryRun) {
    report();
    show({ dryRun: true }, [...described(shown, file), '\nNothing was imported (--dry-run).']);
    return;
  }
  if (!options.json) show({}, described(shown, file));
  await confirm(`${ideas.length} rows will be imported.`, options.yes ?? false);
  const sent = await sendIdeas(client, { path, ideas, there, name: shown.import }, warnings);
  report();
  const { created, commented, merged } = sent;
  show({ ...sent, changeSetId }, [
    `${created} ideas and ${commented} comments created, ${merged} merged.`,
    ...(created + commented + merged > 0 ? [`Undo it with: plotline undo ${changeSetId}`] : []),
  ]);
  if (refusals.length > 0) process.exitCode = 1;
}

/** The ideas of a file, those that are there already, and what to show of them. */
async function lookAtIdeas(client: ApiClient, file: IdeaFile) {
  const { options, preset } = file;
  const unwanted = { labels: false, sprints: false, objectives: false, joinable: false, newFields: false };
  const trustedNames = options.trustNames ? ('all' as const) : namesIn(file.people);
  const wanted = { ...unwanted, teams: [], members: true, customFields: [], trustedNames };
  const catalog = await loadCatalog(client, wanted);
  const portals = `/api/v1/workspaces/${catalog.workspaceId}/portals`;
  const portal = portalNamed(await client.list<Portal>(portals), options.portal);
  const path = `${portals}/${portal.id}/items`;
  const statusMap = parseStatusMap([...(preset?.statusMap ? [preset.statusMap] : []), ...options.statusMap]);
  const boardId = findBoard(portal, options.board).id;
  const { ideas, refused, warnings } = planIdeas(file.entries, { boardId, catalog, statusMap });
  const there = foundIdeas(ideas, await client.list<FeedbackItem>(path, { hidden: 'include' }));
  const columns = columnUses({ ...file, refused, warnings });
  const statuses = Map.groupBy(ideas, ({ body }) => body.status);
  const shown = {
    portal: portal.slug,
    import: options.name ?? basename(file.file),
    rows: file.rowCount,
    ideas: ideas.length,
    present: there.size,
    comments: ideas.flatMap(({ comments }) => comments).length,
    statuses: Object.fromEntries([...statuses].map(([status, those]) => [status, those.length])),
    unmapped: columns.filter(({ becomes }) => becomes.length === 0).map(({ column }) => column),
    columns,
    notes: [...file.notes, ...notesOf(ideas, catalog.importsHistory)],
    refusals: refused,
    warnings,
  };
  return { shown, path, ideas, there };
}

function notesOf(ideas: readonly Idea[], importsHistory: boolean): string[] {
  const votes = ideas.reduce((sum, { entry }) => sum + (entry.votes ?? 0), 0);
  const counts: [string, number][] = [
    ['Votes without people, which are left out; the descriptions say how many', votes],
    ['Ideas without an author', ideas.filter(({ entry }) => entry.reporter === undefined).length],
  ];
  return [
    ...counts.filter(([, count]) => count > 0).map(([what, count]) => `${what}: ${count}.`),
    ...(importsHistory ? [] : ["Dates and authors are omitted: only an admin's token can set them."]),
  ];
}

const described = (
  {
    rows,
    ideas,
    present,
    comments,
    statuses,
    unmapped,
    notes,
    refusals,
    warnings,
  }: Awaited<ReturnType<typeof lookAtIdeas>>['shown'],
  { mapped }: IdeaFile,
): string[] => [
  renderTable(
    ['field', 'from', '', 'for example'],
    mapped.filter(([field]) => field !== 'team'),
  ),
  ...(unmapped.length > 0 ? [styled('dim', `Not imported: ${unmapped.join(', ')}`)] : []),
  ...notes.map(printable),
  renderTable(['rows', 'ideas', 'already there', 'comments'], [[rows, ideas, present, comments]]),
  renderTable(['status', 'ideas'], Object.entries(statuses)),
  ...describeRefused(refusals),
  ...describeWarnings(warnings),
];

const AT_ONCE = 10;

/** Creates what is missing, then its comments, then merges duplicates; remarks on what is refused. */
async function sendIdeas(
  client: ApiClient,
  { path, ideas, there, name }: Omit<Awaited<ReturnType<typeof lookAtIdeas>>, 'shown'> & { name: string },
  warnings: Warning[],
): Promise<Record<'created' | 'commented' | 'merged', number>> {
  const counts = { created: 0, commented: 0, merged: 0 };
  const limit = limitConcurrency(AT_ONCE);
  const each = (task: (idea: Idea) => Promise<void>) =>
    Promise.all(ideas.map((idea) => limit(() => task(idea))));
  const post = async ({ entry }: Idea, field: string, at: string, body: object) => {
    const content = JSON.stringify(body);
    const text = JSON.stringify([at, name, entry.identity, content]);
    const key = `import-${createHash('sha256').update(text).digest('base64url')}`;
    const answer = await client.send('POST', at, content, key);
    if (answer.status < 300) return answer.data;
    const reason = `${field}: ${describeApiError(answer)}`;
    return void warnings.push({ row: entry.row, key: entry.key, code: 'dropped', field, reason });
  };
  await each(async (idea) => {
    if (there.has(idea)) return;
    const item = await post(idea, 'idea', path, idea.body);
    if (item) there.set(idea, item as FeedbackItem);
    if (item) counts.created++;
  });
  await each(async (idea) => {
    const item = there.get(idea);
    if (!item || idea.comments.length === 0) return;
    const at = `${path}/${item.id}/comments`;
    const known = new Set((await client.list<FeedbackComment>(at)).map(({ content }) => content));
    for (const comment of idea.comments)
      if (!known.has(comment.content) && (await post(idea, 'comments', at, comment))) counts.commented++;
  });
  const byKey = new Map(ideas.map((idea) => [idea.entry.key, there.get(idea)]));
  await each(async (idea) => {
    const [item, into] = [
      there.get(idea),
      idea.original === undefined ? undefined : byKey.get(idea.original),
    ];
    if (!item || !into || item.mergedIntoId !== null) return;
    if (await post(idea, 'duplicates', `${path}/${item.id}/merge`, { intoItemId: into.id })) counts.merged++;
  });
  return counts;
}
