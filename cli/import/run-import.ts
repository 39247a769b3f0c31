import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { basename } from 'node:path';
import { UsageError } from '../core/command-error.ts';
import { confirm } from '../core/confirm.ts';
import { isExport } from '../recreate/export-source.ts';
import { findAccess } from '../core/access.ts';
import { createApiClient, Interrupted, type ApiClient } from './api-client.ts';
import { loadCatalog } from './catalog.ts';
import type { ImportEntry } from './entry.ts';
import { complete, type CompletedCatalog } from './complete.ts';
import { archiveRows } from './archive-rows.ts';
import { findExisting } from './find-existing.ts';
import { limitFields } from './limit-fields.ts';
import { keepHeapSmall } from './keep-heap-small.ts';
import { localZone } from './local-zone.ts';
import { onInterrupt, sayUndo } from './interrupt.ts';
import { apiMaker, pretendingMaker } from './makers.ts';
import { customColumnsOf, fieldNamesOf } from './mapping.ts';
import { namesIn, readPeopleMap, type PeopleMap } from './people-map.ts';
import type { Warning } from './parents.ts';
import { prepareImport, type PreparedImport } from './prepare.ts';
import type { Refusal } from './prepared-row.ts';
import { showPlan } from './preview.ts';
import { showWait, startProgress, type ImportProgress } from './progress.ts';
import { readFile } from './read-file.ts';
import { workbookOf } from './read-rows.ts';
import { sendAllRows } from './send-all-rows.ts';
import type { SentRows } from './send-rows.ts';
import { parseSprintDates } from './sprint-dates.ts';
import { parseStatusMap } from './status-map.ts';
import { referenceChanges, referenceRewriter, type ReferenceChange } from './references.ts';
import { relateRows } from './relate-rows.ts';
import { storyKeeper, updateRows } from './update-rows.ts';
import { reportDryRun, reportImport, type ImportResult } from './summary.ts';
import { presets, type PresetName } from './presets/presets.ts';
import { sendDetails } from './send-details.ts';
import type { ImportOptions, ImportJob, ImportPlan } from './plan.ts';

/**
 * Imports the rows of files as stories through the REST API, one file after the other, then the relations between
 * them. Returns the exit code: 0, 1 if rows were refused, 130 if interrupted. Throws a CommandError if it cannot
 * continue.
 */
export async function runImport(files: readonly string[], options: ImportOptions): Promise<number> {
  keepHeapSmall();
  const [folder] = files;
  if (options.from === 'plotline' || (files.length === 1 && isExport(folder!))) {
    if (files.length > 1) throw new UsageError('--from plotline takes one folder that plotline export made.');
    const { runRecreate } = await import('../recreate/run-recreate.ts');
    return await runRecreate(folder!, options);
  }
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  const shown: { progress?: ImportProgress } = {};
  // One for all files, so that all of it is undone together.
  const changeSetId = randomUUID();
  const client = createApiClient({
    ...findAccess(options),
    changeSetId,
    stopping: stop.signal,
    onWait: (reason) => showWait(shown.progress, reason),
  });
  let isReported = false;
  const sayUndoUnlessReported = () => void (isReported || sayUndo(client, changeSetId));
  const release = onInterrupt(stop, sayUndoUnlessReported);
  try {
    const imported: Imported[] = [];
    const run = { options, stop, shown, changeSetId, planned: [], ideaLines: [] };
    for (const file of files) {
      const one = await importFile(client, { file, ...run });
      if (!one) continue;
      imported.push(one);
      if (one.result.sent.failure || stop.signal.aborted) break;
    }
    if (options.dryRun && options.report !== undefined && run.planned.length > 0)
      reportDryRun(options.report, run.planned);
    if (options.dryRun || imported.length === 0) return 0;
    const isComplete = imported.every(({ result }) => !result.sent.failure) && !stop.signal.aborted;
    const relations = isComplete ? await relateRows(client, imported.map(rowsOf)) : undefined;
    const changes = referenceChanges(imported.map(({ result }) => result.sent.outcomes));
    if (isComplete) await updateFiles(client, imported, changes);
    isReported = true;
    return reportImport(imported, relations, { ...options, changeSetId });
  } catch (error) {
    sayUndoUnlessReported();
    if (error instanceof Interrupted) return 130;
    throw error;
  } finally {
    release();
  }
}

/** A file's rows and their outcomes. */
interface Imported {
  job: ImportJob;
  result: ImportResult;
}

const rowsOf = ({ job, result }: Imported) => ({
  workspaceId: job.catalog.workspaceId,
  outcomes: result.sent.outcomes,
});

/** Updates the stories of all files with their comments and links, and adds what could not be updated to their warnings. */
async function updateFiles(
  client: ApiClient,
  imported: readonly Imported[],
  changes: readonly ReferenceChange[],
): Promise<void> {
  for (const { job, result } of imported) {
    const { mapping, preset, options, catalog } = job;
    const { workspaceId } = catalog;
    const { outcomes } = result.sent;
    const update = options.update === true;
    const rewrite = referenceRewriter(changes, preset);
    const warnings = await updateRows(client, { workspaceId, mapping, outcomes, update, rewrite });
    const details = await sendDetails(client, { catalog, outcomes, rewrite, update });
    const archiving = await archiveRows(client, { workspaceId, outcomes, update });
    result.prepared.warnings.push(...warnings, ...details.warnings, ...archiving.warnings);
    result.details = details;
    result.archived = archiving.archived;
  }
}

interface FileRun {
  file: string;
  options: ImportOptions;
  stop: AbortController;
  changeSetId: string;
  /** The progress that waits are shown with. */
  shown: { progress?: ImportProgress };
  /** What is planned of the files so far. */
  planned: { job: ImportJob; prepared: PreparedImport }[];
  /** What the report says of ideas so far. */
  ideaLines: object[];
}

/** Imports the rows of a file; undefined for a dry run, and for ideas. */
async function importFile(
  client: ApiClient,
  { file, options, stop, shown, changeSetId, planned: plans, ideaLines }: FileRun,
): Promise<Imported | undefined> {
  const people = options.peopleMap === undefined ? undefined : readPeopleMap(options.peopleMap);
  const zone = await localZone(client, options.from && presets[options.from as PresetName], options.timeZone);
  const workbook = await workbookOf(file, options.format);
  const read = readFile(file, options, { people, zone, workbook });
  if (options.portal !== undefined || read.preset?.isOfIdeas) {
    const { importIdeas } = await import('./import-ideas.ts');
    return void (await importIdeas(client, { ...read, options, people, changeSetId, ideaLines }));
  }
  const job = await openJob(client, { ...read, options, people });
  const planned = await plan(client, job, plans);
  if (!planned) return undefined;
  const { prepared, made } = planned;
  const progress = startProgress(prepared.rows.length, 'rows');
  shown.progress = progress;
  const started = performance.now();
  const sent = await send(client, job, prepared, stop, progress);
  return { job, result: { prepared, made, sent, seconds: (performance.now() - started) / 1000 } };
}

/** Shows what the import will do, and makes what its rows need; undefined for a dry run. */
async function plan(
  client: ApiClient,
  job: ImportJob,
  plans: FileRun['planned'],
): Promise<Pick<ImportResult, 'prepared' | 'made'> | undefined> {
  const { options, catalog, rules } = job;
  const looked = await look(job);
  showPlan(job, looked, await presentOf(client, job, looked.prepared));
  plans.push({ job, prepared: looked.prepared });
  if (options.dryRun) return undefined;
  await confirm(`${looked.prepared.rows.length} rows will be imported.`, options.yes ?? false);
  if (looked.made.length === 0) return looked;
  const { made, warnings } = await make(client, job, looked);
  const prepared = prepareImport(looked.accepted, catalog, rules);
  return { made, prepared: withEarlier(prepared, looked.prepared.refused, warnings) };
}

/** How many rows have stories already; only those who look at the plan need to know. */
async function presentOf(client: ApiClient, job: ImportJob, { rows }: PreparedImport): Promise<number> {
  if (job.options.yes && !job.options.dryRun) return 0;
  const identities = rows.flatMap(({ entry }) => entry.external ?? []);
  return (await findExisting(client, job.catalog.workspaceId, identities)).size;
}

async function openJob(
  client: ApiClient,
  {
    people,
    ...job
  }: Omit<ImportJob, 'catalog' | 'wanted' | 'rules' | 'leftOut'> & {
    people: PeopleMap | undefined;
  },
): Promise<ImportJob> {
  const { mapping, preset, entries, options, file } = job;
  const allowed = new Set(options.create);
  const customFields = customColumnsOf(mapping).map((column) => column.slice('cf.'.length));
  const wanted = {
    teams: [...new Set(entries.flatMap(({ team }) => team ?? []))],
    labels: mapping.labels !== undefined,
    // Fields can have people, and comments their authors.
    members:
      mapping.assignee !== undefined ||
      mapping.reporter !== undefined ||
      customFields.length > 0 ||
      entries.some(({ comments, times }) => comments.length + times.length > 0),
    sprints: mapping.sprint !== undefined,
    objectives: mapping.objective !== undefined,
    joinable: allowed.has('teams'),
    customFields,
    newFields: allowed.has('fields'),
    trustedNames: options.trustNames ? ('all' as const) : namesIn(people),
  };
  const rules = {
    importName: options.name ?? basename(file),
    statusMap: parseStatusMap([...(preset?.statusMap ? [preset.statusMap] : []), ...options.statusMap]),
    sprintDates: options.sprintDates === undefined ? undefined : parseSprintDates(options.sprintDates),
    fieldNames: fieldNamesOf(mapping),
    allowed,
    strict: options.strict === true,
  };
  const catalog = await loadCatalog(client, wanted);
  const fields = limitFields({ mapping, entries, catalog, given: options.map });
  const mapped = job.mapped.filter(([field]) => field! in fields.mapping);
  return { ...job, ...fields, mapped, notes: [...job.notes, ...fields.notes], wanted, rules, catalog };
}

/** Only resources used by importable rows are created, so that refused rows leave nothing behind. */
async function look({ entries, catalog, rules }: ImportJob): Promise<ImportPlan> {
  const pretend = async (accepted: readonly ImportEntry[]) => {
    const copy = structuredClone(catalog);
    const { made, warnings } = await complete(accepted, copy, rules, pretendingMaker(copy));
    return { made, warnings, prepare: () => prepareImport(accepted, copy, rules) };
  };
  const all = await pretend(entries);
  const { accepted, refused } = partsOf(entries, all.prepare());
  const { made, warnings, prepare } = refused.length === 0 ? all : await pretend(accepted);
  return { accepted, made, prepared: withEarlier(prepare(), refused, warnings) };
}

/** The entries that can be imported, in the order of the file, and why others cannot. */
function partsOf(
  entries: readonly ImportEntry[],
  { rows, refused }: PreparedImport,
): Pick<ImportPlan, 'accepted'> & Pick<PreparedImport, 'refused'> {
  const accepted = new Set(rows.map(({ entry }) => entry));
  return { accepted: entries.filter((entry) => accepted.has(entry)), refused };
}

/** Rows that were prepared again, with what was refused before and remarks about what was created. */
const withEarlier = (
  prepared: PreparedImport,
  refused: readonly Refusal[],
  warnings: readonly Warning[],
): PreparedImport => ({
  ...prepared,
  refused: [...refused, ...prepared.refused].sort((a, b) => a.row - b.row),
  warnings: [...prepared.warnings, ...warnings],
});

async function make(
  client: ApiClient,
  { catalog, wanted, rules }: ImportJob,
  plan: ImportPlan,
): Promise<CompletedCatalog> {
  const progress = startProgress(plan.made.length, 'made');
  try {
    const maker = apiMaker(client, catalog, wanted);
    return await complete(plan.accepted, catalog, rules, maker, () => progress.tick());
  } finally {
    progress.stop();
  }
}

async function send(
  client: ApiClient,
  { catalog, options, preset }: ImportJob,
  { rows }: PreparedImport,
  stop: AbortController,
  progress: ImportProgress,
): Promise<SentRows> {
  const { workspaceId } = catalog;
  const { concurrency } = options;
  const identities = rows.flatMap(({ entry }) => entry.external ?? []);
  try {
    return await sendAllRows(rows, {
      client,
      workspaceId,
      existing: await findExisting(client, workspaceId, identities),
      concurrency,
      keepsStory: storyKeeper(options.update === true, preset),
      stop,
      onOutcome: () => progress.tick(),
    });
  } finally {
    progress.stop();
  }
}
