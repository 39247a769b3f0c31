import { WORKSPACE_PATH } from '../../shared/kernel/api/operation/operation.ts';
import type { Member } from '../../shared/identity/members/member.ts';
import { exportedLists, type ExportedList } from '../declared/export-parts.ts';
import type { ExportedLine } from '../export/export-folder.ts';
import { recreatedKinds } from './left-out.ts';
import type { Recreation } from './recreation.ts';

const createdAt = (resource: ExportedLine): string[] => [String(resource['createdAt'])];

/** What a resource has of the one it was made from: its first must be among those of the other. */
const marks: Readonly<Record<string, (resource: ExportedLine) => string[]>> = {
  members: (resource) => {
    const { email, name } = resource as unknown as Member;
    // One without an address is no more than the name.
    return email === null ? [`name ${name}`] : [`email ${email.toLowerCase()}`, `name ${name}`];
  },
  stories: createdAt,
  'stories-in-triage': createdAt,
  comments: createdAt,
  'feedback-items': createdAt,
};

/** A story is listed with the others once it is accepted. */
const listedAs = (kind: string): string => (kind === 'stories-in-triage' ? 'stories' : kind);

const listed = exportedLists.filter(({ name }) => recreatedKinds.includes(name) && name !== 'team-members');

/**
 * Looks in the workspace for the resources that an earlier run has noted. The notes are in the folder of the export, which
 * others may have made: what is not there, or is not of its kind, is named in no request.
 */
export async function confirmIds({ client, path, ids, source }: Recreation): Promise<void> {
  if (ids.isNew) return;
  const teams = await client.list<ExportedLine>(`${path}/teams`);
  const portals = await client.list<ExportedLine>(`${path}/portals`);
  const ownersOf = { workspace: [''], team: teams.map(({ id }) => id), portal: portals.map(({ id }) => id) };
  for (const part of listed)
    for (const owner of ownersOf[part.owner]) {
      const { at, query } = listOf(path, part, owner);
      for await (const page of client.pages<ExportedLine>(at, query))
        for (const one of page) ids.see(listedAs(part.name), one.id, marks[part.name]?.(one)[0]);
    }
  for (const { boards } of portals) for (const { id } of boards as { id: string }[]) ids.see('board', id);
  for (const { name } of listed) {
    const marksOf = marks[name];
    if (!marksOf) ids.confirmKind(name);
    else for (const line of source.lines(name)) ids.confirm(line.id, listedAs(name), marksOf(line));
  }
  ids.confirmKind('board');
}

/** The list of a part of an export for one of those whose it is. */
function listOf(workspacePath: string, { path, query, owner }: ExportedList, id: string) {
  const at = path.replace(WORKSPACE_PATH, workspacePath);
  const place = `{${owner}Id}`;
  if (owner === 'workspace') return { at, query };
  return at.includes(place)
    ? { at: at.replace(place, id), query }
    : { at, query: { ...query, [`${owner}Id`]: id } };
}
