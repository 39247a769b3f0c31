import { nameKey } from '../../shared/kernel/core/name-key.ts';
import { statusCategories } from '../../shared/kernel/core/status-category.ts';
import { findTeam, type Catalog } from './catalog.ts';
import type { Recorder, ResourceCreator } from './resource-creator.ts';
import type { ImportEntry } from './entry.ts';
import { nameProblem } from './name-problem.ts';
import type { Warning } from './parents.ts';
import { isSameStatus, resolveStatus, usualCategory, type StatusMap } from './status-map.ts';

/**
 * Creates a status for each value that no status of its team is named after and no --status-map names one for. Its
 * category is the one that it is mapped to, that the file says, or that its name usually means, else unstarted, with a remark.
 */
export async function completeStatuses(
  entries: readonly ImportEntry[],
  catalog: Catalog,
  map: StatusMap,
  maker: Pick<ResourceCreator, 'createStatus'>,
  record: Recorder,
): Promise<void> {
  for (const entry of entries) {
    const { status: name, team: teamName } = entry;
    const team = teamName === undefined ? undefined : findTeam(catalog.teams, teamName);
    if (name === undefined || !team || nameProblem(name) || isCategory(name)) continue;
    const statuses = catalog.statuses.get(team.id) ?? [];
    if (statuses.some((status) => isSameStatus(status.name, name))) continue;
    if (isNamed(name, map, resolveStatus(name, statuses, map)?.status.name)) continue;
    const category = map.has(nameKey(name))
      ? usualCategory(name, map)
      : (entry.statusCategory ?? usualCategory(name));
    const status = await maker.createStatus(team, name, category ?? 'unstarted');
    catalog.statuses.set(team.id, [...statuses, status]);
    const made = { what: 'status', name: `${name} in ${team.code} (${status.category})` } as const;
    record(made, category ? undefined : unknown(entry, name));
  }
}

/** Some tools say no more than that. */
const isCategory = (text: string): boolean => statusCategories.some((category) => category === text);

/** Whether the map names a status for the value, not only a category. */
const isNamed = (value: string, map: StatusMap, status: string | undefined): boolean =>
  status !== undefined && map.get(value.toLowerCase())?.toLowerCase() === status.toLowerCase();

const unknown = ({ row, key }: ImportEntry, value: string): Warning => ({
  row,
  key,
  code: 'status',
  field: 'status',
  value,
  reason:
    'status is created as an unstarted one, since its name says nothing; --status-map gives it another category',
});
