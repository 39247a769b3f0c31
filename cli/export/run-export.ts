import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { fileName, type Export } from '../../shared/surface/exports/export.ts';
import { CommandError } from '../core/command-error.ts';
import { successOf, type ApiClient } from '../import/api-client.ts';
import { download } from './download.ts';
import { assertName } from './assert-name.ts';
import { downloadAttachments } from './download-attachments.ts';
import type { ExportFolder } from './export-folder.ts';
import { startSteps } from './steps.ts';

/** Time between two looks at an export that is being made, in milliseconds. */
const LOOK_MS = 1_000;

interface ExportOptions {
  baseUrl: string;
  /** The codes of teams; all of the caller's without them. */
  teams: readonly string[] | undefined;
  /** Whether the bytes of attachments are downloaded, and whether the export has tables for spreadsheets. */
  files: boolean;
  csv: boolean;
  stopping: AbortSignal;
}

/** Has the service make an export and downloads it; run again, it continues. Returns the export. */
export async function runExport(
  client: ApiClient,
  folder: ExportFolder,
  options: ExportOptions,
): Promise<Export> {
  const unlock = folder.lock();
  try {
    return await exportInto(client, folder, options);
  } finally {
    unlock();
  }
}

async function exportInto(client: ApiClient, folder: ExportFolder, options: ExportOptions): Promise<Export> {
  const { workspaceId } = await client.get<{ workspaceId: string }>('/api/v1/me');
  const path = `/api/v1/workspaces/${workspaceId}`;
  const { id } =
    (await continued(client, folder, path, options)) ?? (await begin(client, folder, path, options));
  const made = await wait(client, `${path}/exports/${id}`, options.stopping);
  const steps = startSteps('files', made.files.length);
  for (const file of made.files) {
    options.stopping.throwIfAborted();
    assertName(file.name, fileName());
    if (await folder.hasPart(file)) steps.skipTo(steps.done + 1);
    else {
      const { url } = await client.get<{ url: string }>(`${path}/exports/${id}/files/${file.name}`);
      if ((await download(url, folder.partPath(file.name))) !== file.sha256)
        throw new CommandError(`${file.name} has arrived damaged. Run the same command again.`);
      steps.to(steps.done + 1);
    }
  }
  steps.stop();
  await folder.join(made.files);
  if (options.files) await downloadAttachments(client, folder, path, options.stopping);
  folder.end();
  return made;
}

/** The export that an earlier run in this folder began, if the service still has it. */
async function continued(
  client: ApiClient,
  folder: ExportFolder,
  path: string,
  { baseUrl, teams, csv }: ExportOptions,
): Promise<Pick<Export, 'id'> | undefined> {
  const state = folder.readState();
  if (!state || state.baseUrl !== baseUrl || !path.endsWith(state.workspaceId)) return undefined;
  if (String(state.teams) !== String(teams) || (state.csv ?? false) !== csv) return undefined;
  const answer = await client.send('GET', `${path}/exports/${state.exportId}`);
  if (answer.status === 404) return undefined;
  const found = successOf<Export>(answer, 'the export');
  return found.state === 'failed' ? undefined : found;
}

async function begin(
  client: ApiClient,
  folder: ExportFolder,
  path: string,
  { baseUrl, teams, csv }: ExportOptions,
): Promise<Pick<Export, 'id'>> {
  const body = { csv, ...(teams === undefined ? {} : { teamIds: await idsOf(client, path, teams) }) };
  const answer = await client.send('POST', `${path}/exports`, JSON.stringify(body), randomUUID());
  const { id, workspaceId } = successOf<Export>(answer, 'an export');
  folder.begin({ baseUrl, workspaceId, exportId: id, teams, csv });
  return { id };
}

async function idsOf(client: ApiClient, path: string, codes: readonly string[]): Promise<string[]> {
  const teams = await client.list<{ id: string; code: string }>(`${path}/teams`);
  return codes.map((code) => {
    const team = teams.find((one) => one.code === code.toUpperCase());
    if (!team) throw new CommandError(`The token's member is in no team ${code}.`);
    return team.id;
  });
}

async function wait(client: ApiClient, path: string, stopping: AbortSignal): Promise<Export> {
  const steps = startSteps('%', 100);
  try {
    for (let isFirst = true; ; isFirst = false) {
      const found = await client.get<Export>(path);
      if (isFirst) steps.skipTo(found.percent);
      if (found.state === 'failed') throw new CommandError(`The export has failed. ${found.problem ?? ''}`);
      steps.to(found.percent);
      if (found.state === 'ready') return found;
      await delay(LOOK_MS, undefined, { signal: stopping });
    }
  } finally {
    steps.stop();
  }
}
