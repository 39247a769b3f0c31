import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { OWN_FILE_MODE } from '../core/own-file.ts';
import { confirm } from '../core/confirm.ts';
import { createOutput } from '../core/output.ts';
import { findAccess } from '../core/access.ts';
import { createApiClient, Interrupted } from '../import/api-client.ts';
import { onInterrupt, sayUndo } from '../import/interrupt.ts';
import type { ImportOptions } from '../import/plan.ts';
import { showWait, startProgress, type ImportProgress } from '../import/progress.ts';
import { confirmIds } from './confirm-ids.ts';
import { openExportSource, type ExportSource } from './export-source.ts';
import { openIdMap, type IdMap, type Omission } from './id-map.ts';
import { notInExports, notRecreated, recreatedKinds } from './left-out.ts';
import { recreateComments } from './recreate-comments.ts';
import { hideHidden, setLogos } from './recreate-feedback.ts';
import { recreateFiles } from './recreate-files.ts';
import { recreateKind } from './recreate-kind.ts';
import { archiveArchived, completeStories, recreateStories, storyKinds } from './recreate-stories.ts';
import { recreateSettings } from './recreate-settings.ts';
import { recreateMembers, recreateStatuses, recreateTeams, requireReviews } from './recreate-teams.ts';
import { recipesAfterStories, recipesBeforeStories } from './recipes.ts';
import type { Recreation } from './recreation.ts';
import { sealKey } from './seal-key.ts';

type RunRecreateOptions = Pick<
  ImportOptions,
  'url' | 'tokenFile' | 'profile' | 'dryRun' | 'yes' | 'json' | 'report'
>;

/**
 * Recreates an export of Plotline in the workspace of the token. Returns the exit code: 0, 1 if something was refused, 130
 * if interrupted. Run again, it continues; what is there stays as it is. Throws a CommandError if it cannot continue.
 */
export async function runRecreate(folder: string, options: RunRecreateOptions): Promise<number> {
  const stop = new AbortController();
  const shown: { progress?: ImportProgress } = {};
  const changeSetId = randomUUID();
  const client = createApiClient({
    ...findAccess(options),
    changeSetId,
    stopping: stop.signal,
    onWait: (reason) => showWait(shown.progress, reason),
    giveUp: 'Run the same command again later; it continues where it was.',
  });
  const source = openExportSource(folder);
  const highest = await load(source);
  const total = recreatedKinds.reduce((sum, kind) => sum + source.count(kind), 0);
  const output = createOutput(options.json === true);
  if (options.dryRun) {
    report(output, options, { source, made: new Map(), omissions: [] });
    output.note('Nothing was imported (--dry-run).');
    if (options.report !== undefined)
      output.note(
        `${options.report} was not written: it has what becomes of each id, which a dry run has none of.`,
      );
    return 0;
  }
  await confirm(`${total} resources of ${folder} will be recreated.`, options.yes ?? false);
  const { workspaceId } = await client.get<{ workspaceId: string }>('/api/v1/me');
  const ids = openIdMap(join(folder, `.plotline-import-${workspaceId}.db`), sealKey());
  const made = new Map<string, number>();
  const refused: Omission[] = [];
  const release = onInterrupt(stop, () => sayUndo(client, changeSetId));
  shown.progress = startProgress(Math.max(1, total), 'resources');
  try {
    await recreate({
      client,
      path: `/api/v1/workspaces/${workspaceId}`,
      workspaceId,
      source,
      ids,
      stopping: stop.signal,
      highest,
      isNewTeam: (teamId) => ids.isOurs(teamId) && ids.noteOf(teamId) !== 'found',
      made: (kind) => void made.set(kind, (made.get(kind) ?? 0) + 1),
      omit: (omission) => {
        const { field } = omission;
        if (field === undefined) refused.push(omission);
        else ids.omit({ ...omission, field });
      },
      tick: () => shown.progress!.tick(),
    });
    shown.progress.stop();
    const omissions = [...refused, ...ids.omitted()];
    if (options.report !== undefined) await writeReport(options.report, { ids, omissions, changeSetId });
    report(output, options, { source, made, omissions, changeSetId });
    return refused.length > 0 ? 1 : 0;
  } catch (error) {
    sayUndo(client, changeSetId);
    if (error instanceof Interrupted) return 130;
    throw error;
  } finally {
    shown.progress.stop();
    release();
    ids.close();
    source.close();
  }
}

/** Reads where everything is, and returns the highest story number of each team. */
async function load(source: ExportSource): Promise<Map<string, number>> {
  const highest = new Map<string, number>();
  for (const kind of recreatedKinds) {
    const isStories = (storyKinds as readonly string[]).includes(kind);
    // A person is in several teams.
    const idOf = (line: { id: string; teamId?: unknown }) =>
      kind === 'team-members' ? `${line.id} ${String(line.teamId)}` : line.id;
    await source.load(kind, idOf, (line) => {
      const { teamId, sequenceId } = line as unknown as { teamId: string; sequenceId: number };
      if (isStories) highest.set(teamId, Math.max(highest.get(teamId) ?? 0, sequenceId));
    });
  }
  return highest;
}

/** What others name comes before them. */
async function recreate(work: Recreation): Promise<void> {
  await confirmIds(work);
  await recreateMembers(work);
  await recreateTeams(work);
  await recreateSettings(work);
  await recreateStatuses(work, 'objective-statuses');
  await recreateStatuses(work, 'statuses');
  for (const recipe of recipesBeforeStories) await recreateKind(work, recipe);
  await setLogos(work);
  await recreateStories(work);
  await completeStories(work);
  await recreateComments(work);
  await recreateFiles(work);
  for (const recipe of recipesAfterStories) await recreateKind(work, recipe);
  await hideHidden(work);
  await archiveArchived(work);
  await requireReviews(work);
}

interface RecreateOutcome {
  source: ExportSource;
  made: ReadonlyMap<string, number>;
  omissions: readonly Omission[];
  /** Of all that was made; a dry run has none. */
  changeSetId?: string;
}

function report(
  output: ReturnType<typeof createOutput>,
  { json, dryRun = false }: RunRecreateOptions,
  { source, made, omissions, changeSetId }: RecreateOutcome,
): void {
  const leftOut = Object.entries(notRecreated)
    .filter(([kind]) => (source.manifest.counts[kind] ?? 0) > 0)
    .map(([kind, reason]) => ({ kind, resources: source.manifest.counts[kind]!, reason }));
  const kinds = recreatedKinds.map((kind) => ({
    kind,
    resources: source.count(kind),
    made: made.get(kind) ?? 0,
  }));
  const unknown = Object.entries(notInExports).map(([kind, reason]) => ({ kind, reason }));
  if (json)
    return output.record({ dryRun, changeSetId, kinds, omissions, leftOut: [...leftOut, ...unknown] }, {});
  for (const { kind, resources, made: number } of kinds)
    if (resources > 0) output.note(`${kind}: ${dryRun ? resources : `${number} of ${resources} made`}`);
  for (const { kind, resources, reason } of leftOut)
    output.note(`Not recreated: ${resources} of ${kind} (${reason}).`);
  for (const { kind, reason } of unknown) output.note(`Not recreated: ${kind} (${reason}).`);
  for (const { kind, id, field, reason } of omissions.slice(0, SHOWN_MAX))
    output.note(`${kind} ${id}: ${field === undefined ? '' : `${field}: `}${reason}`);
  if (omissions.length > SHOWN_MAX)
    output.note(`And ${omissions.length - SHOWN_MAX} more; --report has all.`);
  if (changeSetId !== undefined && made.size > 0) output.note(`Undo it with: plotline undo ${changeSetId}`);
}

/** The most remarks that are printed. */
const SHOWN_MAX = 20;

interface Reported extends Pick<RecreateOutcome, 'omissions'> {
  ids: IdMap;
  changeSetId: string;
}

/** Writes the change set, the new id of everything, and the remarks, as JSON Lines. */
async function writeReport(file: string, { ids, omissions, changeSetId }: Reported): Promise<void> {
  function* lines(): Generator<string> {
    yield `${JSON.stringify({ type: 'import', changeSetId })}\n`;
    for (const { source, kind, id, note } of ids.all())
      if (kind !== 'step') yield `${JSON.stringify({ type: 'made', kind, from: source, to: id, note })}\n`;
    for (const omission of omissions) yield `${JSON.stringify({ type: 'omitted', ...omission })}\n`;
  }
  await pipeline(Readable.from(lines()), createWriteStream(file, { mode: OWN_FILE_MODE }));
}
