import * as z from 'zod';
import { memoize, timestamp, uuid } from '../../kernel/core/schema.ts';

/** How long the files of an export can be downloaded, in days. */
export const EXPORT_DAYS = 7;

/** The most exports of a person in a workspace, and of all, that have not expired. */
export const OWN_EXPORTS_MAX = 5;
export const EXPORTS_MAX = 50;

/** The most teams of an export: as many as a feed of changes covers. */
export const EXPORT_TEAMS_MAX = 100;

const exportStates = ['running', 'ready', 'failed'] as const;

export const fileName = memoize(() =>
  z
    .string()
    .regex(/^[a-z][a-z-]{0,59}(-\d{4,6}\.(jsonl|csv)|\.json)$/, {
      error: 'must be the name of a file of the export',
    })
    .meta({ description: 'The name of a file, as the export lists it.' }),
);

const fileSchema = memoize(() =>
  z
    .object({
      name: fileName(),
      resources: z.int().meta({ description: 'How many lines it has.' }),
      bytes: z.int(),
      sha256: z.string().meta({ description: 'In hexadecimal digits.' }),
    })
    .meta({ id: 'ExportFile', description: 'A file of an export.' }),
);

export type ExportFile = z.output<ReturnType<typeof fileSchema>>;

export const exportSchema = memoize(() =>
  z
    .object({
      id: uuid(),
      workspaceId: uuid(),
      state: z.enum(exportStates),
      percent: z.int().min(0).max(100).meta({ description: 'About how much of it is done.' }),
      teamIds: z
        .array(uuid())
        .nullable()
        .meta({ description: 'The teams that were asked for; null for all teams of its creator.' }),
      csv: z.boolean().meta({ description: 'Whether it also has tables for people, as CSV.' }),
      resources: z.int().meta({ description: 'How many lines its files have so far, without tables.' }),
      files: z.array(fileSchema()).meta({ description: 'What can be downloaded once it is ready.' }),
      leftOut: z.array(z.string()).meta({
        description: "What is not in it, since its creator's credential may not read it.",
      }),
      problem: z.string().nullable().meta({ description: 'Why it failed.' }),
      createdBy: uuid(),
      createdAt: timestamp(),
      updatedAt: timestamp(),
      endedAt: timestamp().nullable(),
      expiresAt: timestamp().meta({ description: 'When it and its files are deleted.' }),
    })
    .meta({ id: 'Export', description: 'A copy of a workspace as files.' }),
);

export type Export = z.output<ReturnType<typeof exportSchema>>;

export const exportCreateSchema = memoize(() =>
  z
    .strictObject({
      teamIds: z
        .array(uuid())
        .min(1, { error: 'must name a team; leave it out for all teams' })
        .max(EXPORT_TEAMS_MAX, { error: `must name at most ${EXPORT_TEAMS_MAX} teams` })
        .optional()
        .meta({ description: 'Only these teams, with what belongs to the workspace itself.' }),
      csv: z
        .boolean()
        .optional()
        .meta({ description: 'Also writes stories, comments, time and feedback as tables with names.' }),
    })
    .meta({ id: 'CreateExportRequest' }),
);

export const exportFileLinkSchema = memoize(() =>
  z
    .object({
      url: z.url().meta({ description: 'The file, without a credential.' }),
      expiresAt: timestamp(),
    })
    .meta({ id: 'ExportFileLink', description: 'A link to a file of an export.' }),
);
