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

/** What an import works on, from its file to the workspace. */
export interface Job {
  file: string;
  rows: Row[];
  /** What is to know of the file as a whole. */
  notes: string[];
  mapping: Mapping;
  entries: Entry[];
  catalog: Catalog;
  wanted: Wanted;
  options: ImportOptions;
  rules: PrepareOptions & { sprintDates: Span | undefined };
}

/** What the import would do, without doing anything. */
export interface Plan {
  /** The entries of rows that can be imported, in the order of the file. */
  accepted: Entry[];
  prepared: Prepared;
  made: Made[];
}
