import type { FilledColumns } from './columns.ts';
import type { Format } from './read-rows.ts';
import type { Creatable } from './complete.ts';
import type { CreatedResource } from './resource-creator.ts';
import type { Mapping } from './mapping.ts';
import type { ImportEntry } from './entry.ts';
import type { Catalog, WantedResources } from './catalog.ts';
import type { Preset } from './presets/preset.ts';
import type { PresetName } from './presets/presets.ts';
import type { PrepareOptions, PreparedImport } from './prepare.ts';
import type { SprintDates } from './sprint-dates.ts';

export interface ImportOptions {
  url?: string;
  tokenFile?: string;
  profile?: string;
  from?: PresetName | 'plotline';
  format?: Format;
  list: string[];
  map: string[];
  statusMap: string[];
  priorityMap: string[];
  create: Creatable[];
  sprintDates?: string;
  dateFormat?: string;
  timeZone?: string;
  peopleMap?: string;
  trustNames?: boolean;
  strict?: boolean;
  archived?: boolean;
  source?: string;
  sourceUrl?: string;
  update?: boolean;
  name?: string;
  concurrency: number;
  dryRun?: boolean;
  report?: string;
  yes?: boolean;
  json?: boolean;
  /** The portal and board that take rows as ideas. */
  portal?: string;
  board?: string;
}

/** The input of an import, from its file to the workspace. */
export interface ImportJob {
  file: string;
  /** How many rows it has, and what its columns have. */
  rowCount: number;
  columns: FilledColumns;
  /** Remarks about the file. */
  notes: string[];
  mapping: Mapping;
  /** The mapping for people, with examples. */
  mapped: string[][];
  preset: Preset | undefined;
  /** Columns that are not imported though the options ask for it, with the reason. */
  leftOut: ReadonlyMap<string, string>;
  entries: ImportEntry[];
  catalog: Catalog;
  wanted: WantedResources;
  options: ImportOptions;
  rules: PrepareOptions & {
    sprintDates: SprintDates | undefined;
    /** The names of custom fields to create, by their keys. */
    fieldNames: ReadonlyMap<string, string>;
  };
}

/** Computes what the import would do, without doing it. */
export interface ImportPlan {
  /** The entries of rows that can be imported, in file order. */
  accepted: ImportEntry[];
  prepared: PreparedImport;
  made: CreatedResource[];
}
