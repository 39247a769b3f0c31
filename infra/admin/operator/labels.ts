import { commit } from '../../../shared/db/write.ts';
import type { Label } from '../../../shared/labels/label.ts';
import {
  labelsOfTeam,
  labelsOfWorkspace,
  putLabel,
  replaceLabel,
  toLabel,
} from '../../../shared/labels/label-store.ts';
import { CommandError } from '../command-error.ts';
import { MOST_ITEMS, raceLost, type OperatorContext } from './context.ts';

export const labelCommands = ({ database, read, newId, created, changed }: OperatorContext) => {
  const nameTaken = (name: string) => () => new CommandError(`There is a label named ${name} already.`);
  return {
    async createLabel(fields: Pick<Label, 'workspaceId' | 'teamId' | 'name' | 'color'>): Promise<Label> {
      const label: Label = { id: newId(), ...fields, ...created(), archivedAt: null };
      await commit(database, putLabel(label, nameTaken(label.name)));
      return label;
    },

    /** The labels of a workspace and of the given teams, by name. */
    async listLabels(workspaceId: string, teamIds: readonly string[]): Promise<Label[]> {
      const partitions = [labelsOfWorkspace(workspaceId), ...teamIds.map((id) => labelsOfTeam(id))];
      const lists = await Promise.all(
        partitions.map((partition) => read.query({ index: 'list', partition, limit: MOST_ITEMS })),
      );
      return lists
        .flat()
        .map(toLabel)
        .sort((a, b) => a.name.localeCompare(b.name));
    },

    async updateLabel(label: Label, changes: Partial<Pick<Label, 'name' | 'color'>>): Promise<Label> {
      const next = changed(label, changes);
      await commit(database, replaceLabel(next, label, nameTaken(next.name), raceLost));
      return next;
    },

    /** Archives a label, as the API does: stories that carry it go on to show what it is. */
    async deleteLabel(label: Label): Promise<void> {
      const archived = changed(label, {});
      const next = { ...archived, archivedAt: archived.updatedAt };
      await commit(database, replaceLabel(next, label, raceLost, raceLost));
    },
  };
};
