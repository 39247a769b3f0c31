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

    /** The labels of a workspace and of the given teams, by name: those in use, or the archived ones. */
    async listLabels(workspaceId: string, teamIds: readonly string[], archived = false): Promise<Label[]> {
      const partitions = [
        labelsOfWorkspace(workspaceId, archived),
        ...teamIds.map((id) => labelsOfTeam(id, archived)),
      ];
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

    /** Archives a label, as the API does, or takes it back: no story can newly carry an archived one. */
    async archiveLabel(label: Label, archive: boolean): Promise<Label> {
      const stamped = changed(label, {});
      const next = { ...stamped, archivedAt: archive ? stamped.updatedAt : null };
      await commit(database, replaceLabel(next, label, nameTaken(label.name), raceLost));
      return next;
    },
  };
};
