import { exportParts } from '../../shared/surface/export-run/export-parts.ts';

/** A list of an export: where it is read, and whose it is. */
export interface ExportedList {
  name: string;
  path: string;
  query: Readonly<Record<string, string>>;
  owner: 'workspace' | 'team' | 'portal';
  /** The names of the lists that each of its resources has. */
  below: readonly string[];
}

/** The lists of an export in their order. */
export const exportedLists: readonly ExportedList[] = exportParts.map(
  ({ name, operation: { path }, query = {}, owner, below = [] }) => ({
    name,
    path,
    query,
    owner,
    below: below.map((part) => part.name),
  }),
);
