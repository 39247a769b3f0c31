import { writes } from '../declared/writes.ts';
import type { ExportedLine } from '../export/export-folder.ts';
import { bodyOf } from './request-body.ts';
import { once, type Recreation } from './recreation.ts';

type Settings = Record<string, unknown> | null;

/** Sets how teams that were made have their sprints, and when members work who have not set that here. */
export async function recreateSettings(work: Recreation): Promise<void> {
  for (const line of work.source.lines('teams')) {
    const cadence = (line['sprintCadence'] ?? null) as Settings;
    const id = work.ids.get(line.id);
    if (cadence === null || id === undefined || !work.isNewTeam(line.id)) continue;
    const at = `${work.path}/teams/${id}/sprint-cadence`;
    // The sprints that it has made are there already.
    const settings = { ...cadence, enabled: false };
    await once(
      work,
      `${line.id} cadence`,
      () => put(work, 'teams', 'updateSprintCadence', at, line, settings),
      {
        kind: 'teams',
        id: line.id,
        field: 'sprintCadence',
        reason: 'was refused: set it',
      },
    );
    if (cadence['enabled'] === true)
      work.omit({
        kind: 'teams',
        id: line.id,
        field: 'sprintCadence.enabled',
        reason: 'is off, so that you can look at the sprints first; then turn it on',
      });
  }
  for (const line of work.source.lines('members')) {
    const hours = (line['workingHours'] ?? null) as Settings;
    const id = work.ids.get(line.id);
    if (hours === null || id === undefined) continue;
    const at = `${work.path}/members/${id}/working-hours`;
    const set = async (): Promise<boolean> => {
      const there = await work.client.get<{ updatedAt: string | null }>(at);
      return there.updatedAt !== null || put(work, 'members', 'updateWorkingHours', at, line, hours);
    };
    await once(work, `${line.id} hours`, set, {
      kind: 'members',
      id: line.id,
      field: 'workingHours',
      reason: 'were refused: set them',
    });
  }
}

async function put(
  work: Recreation,
  kind: string,
  operation: string,
  at: string,
  { id }: ExportedLine,
  settings: Record<string, unknown>,
): Promise<boolean> {
  const body = bodyOf(work, kind, writes[operation]!, { ...settings, id });
  return (await work.client.send('PUT', at, JSON.stringify(body))).status === 200;
}
