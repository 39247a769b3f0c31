import type { Change, Item, Reader } from '../../kernel/core/database.ts';
import type { Scope } from '../../kernel/core/scopes.ts';
import { attributesOf, defineDocument } from '../../kernel/db/document.ts';
import { itemKind } from '../../kernel/db/table.ts';
import type { Job } from '../../kernel/jobs/job-store.ts';
import { exportSchema, type Export } from './export.ts';

export const exportDocument = defineDocument(exportSchema, { added: { csv: false } });

const exportKind = itemKind('EX#', 'workspace');
const exportKey = exportKind.key;
const exportsOf = (workspaceId: string): string => `W#${workspaceId}#EX`;

export const toExport = (item: Item): Export => exportDocument.read(item);

/** How far an export has come: the place of the next page. */
export interface ExportPosition {
  /** The number of the part (export-parts.ts), whose it is, and the cursor of the page. */
  part: number;
  owner: string | null;
  cursor: string | null;
  /** Where the feed of changes stood before anything was listed; null before the first page. */
  feed: string | null;
  /** What is left of the lists that belong to the resources of the page before. */
  below?: BelowPosition | undefined;
}

/** A place among the lists that belong to resources, such as the relations of stories. */
export interface BelowPosition {
  /** The part of the resources, whose they are, and their ids. */
  part: number;
  owner: string;
  ids: readonly string[];
  /** The number of the list among those of the part. */
  list: number;
  /** The resources of which a page of it is left, with its cursor; null for the first. */
  open: readonly { id: string; cursor: string | null }[];
}

export const firstPosition: ExportPosition = { part: 0, owner: null, cursor: null, feed: null };

interface Progress {
  position: ExportPosition;
  /** Those of the credential that asked for it. */
  scopes: readonly Scope[];
  /** The teams whose content its files have. */
  teamIds: readonly string[];
}

/** What clients do not see of an export. */
export const progressOf = (item: Item): Progress =>
  JSON.parse(attributesOf<{ progress: string }>(item).progress) as Progress;

/** The job that makes an export. */
export const jobOfExport = ({ id, workspaceId }: Pick<Export, 'id' | 'workspaceId'>): Job => ({
  name: 'export',
  ownerId: id,
  workspaceId,
});

export const getExportItem = (read: Reader, id: string) => read.get(exportKey(id));

/** Up to `limit` exports of a workspace, newest first, after a position. Eventually consistent. */
export const listExportItems = (read: Reader, workspaceId: string, limit: number, after?: string) =>
  read.query({
    index: 'list',
    partition: exportsOf(workspaceId),
    limit,
    ...(after === undefined ? {} : { before: exportKey(after).pk }),
  });

const exportItem = (made: Export, progress: Progress): Item => ({
  ...exportKey(made.id),
  ...exportDocument.write(made),
  inList: exportsOf(made.workspaceId),
  progress: JSON.stringify(progress),
  updatedAt: made.updatedAt,
  ttl: Math.ceil(Date.parse(made.expiresAt) / 1_000),
});

export const putExport = (made: Export, progress: Progress): Change => ({
  put: exportItem(made, progress),
  if: 'absent',
});

/** Stores how far an export has come. Throws `stale` if it has changed or is gone. */
export const replaceExport = (
  next: Export,
  progress: Progress,
  { updatedAt }: Pick<Export, 'updatedAt'>,
  stale: () => Error,
): Change => ({
  put: exportItem(next, progress),
  if: { equals: { updatedAt } },
  onConditionFailed: stale,
});

/** Deletes an export. Its job finds that it is gone. */
export const deleteExportItem = (id: string, gone: () => Error): Change => ({
  delete: exportKey(id),
  if: 'present',
  onConditionFailed: gone,
});
