import type { Format, Row } from './read-rows.ts';
import type { Creatable, Made } from './complete.ts';
import type { Mapping } from './mapping.ts';
import type { Entry } from './entry.ts';
import type { Catalog, Wanted } from './catalog.ts';
import type { PrepareOptions, Prepared } from './prepare.ts';
import type { Span } from './sprint-dates.ts';

export interface ImportOptions {
  url?: string;
  tokenFile?: string;
  format?: Format;
  list: string[];
  map: string[];
  statusMap: string[];
  priorityMap: string[];
  create: Creatable[];
  sprintDates?: string;
  dateFormat?: string;
  peopleMap?: string;
  strict?: boolean;
  archived?: boolean;
  name?: string;
  concurrency: number;
  dryRun?: boolean;
  report?: string;
  yes?: boolean;
  json?: boolean;
}

/** The input of an import, from its file to the workspace. */
export interface Job {
  file: string;
  rows: Row[];
  /** Remarks about the file. */
  notes: string[];
  mapping: Mapping;
  entries: Entry[];
  catalog: Catalog;
  wanted: Wanted;
  options: ImportOptions;
  rules: PrepareOptions & { sprintDates: Span | undefined };
}

/** Computes what the import would do, without doing it. */
export interface Plan {
  /** The entries of rows that can be imported, in file order. */
  accepted: Entry[];
  prepared: Prepared;
  made: Made[];
}
