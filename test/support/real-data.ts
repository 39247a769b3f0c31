import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** An issue of the tracker. */
export interface TrackerIssue {
  id: string;
  title: string;
  description?: string;
  status: string;
  priority: number;
  issue_type: string;
  created_at: string;
  closed_at?: string;
  created_by?: string;
  assignee?: string;
  labels?: string[];
  external_ref?: string;
  dependencies?: { type: string; on: string }[];
  comments?: { author: string; text: string; created_at: string }[];
}

/** A Python enhancement proposal. */
export interface Proposal {
  number: number;
  title: string;
  authors: string[];
  status: string;
  type: string | null;
  topic: string[];
  created: string;
  pythonVersion: string | null;
  requires: number[];
  replaces: number[];
}

const read = (name: string): Buffer => readFileSync(new URL(`data/${name}`, import.meta.url));

/** The issues of a public tracker, see data/README.md. */
export const trackerIssues = (): TrackerIssue[] =>
  gunzipSync(read('tracker.jsonl.gz'))
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as TrackerIssue);

/** Python's enhancement proposals, see data/README.md. */
export const realProposals = (): Proposal[] => JSON.parse(read('peps.json').toString()) as Proposal[];
