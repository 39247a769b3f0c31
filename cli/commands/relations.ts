import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import { didYouMean } from '../../shared/kernel/core/nearest.ts';
import { createRelation } from '../../shared/planning/relations/create-relation.ts';
import { deleteRelation } from '../../shared/planning/relations/delete-relation.ts';
import { listRelations } from '../../shared/planning/relations/list-relations.ts';
import type { Relation } from '../../shared/planning/relations/relation.ts';
import { relationTypes, type RelationType } from '../../shared/planning/story/story-relations.ts';
import { CommandError } from '../core/command-error.ts';
import { confirm } from '../core/confirm.ts';
import { findAuthor } from '../core/find.ts';
import type { Columns } from '../core/output.ts';
import { withWorkspace, workspaceCommand, type WorkspaceOptions } from '../core/session.ts';
import { findStory } from '../find-story.ts';

/** A type as people write it: `blocked by`, `blocked-by`. */
function asType(text: string): RelationType {
  const type = relationTypes.find((one) => one === text.toLowerCase().replaceAll(/[ -]/g, '_'));
  if (type) return type;
  throw new InvalidArgumentError(`There is no relation ${text}; ${didYouMean(text, relationTypes)}`);
}

const columns: Columns<Relation> = {
  relation: ({ type }) => type.replaceAll('_', ' '),
  story: ({ relatedStory, relatedStoryId }) => relatedStory?.reference ?? relatedStoryId,
  title: ({ relatedStory }) => relatedStory?.title,
  status: ({ relatedStory }) => relatedStory?.statusCategory,
};

export function relationsCommand(program: Command): void {
  const noun = program
    .command('relations')
    .alias('relation')
    .description('what blocks, duplicates or belongs with a story');
  const command = (usage: string, description: string) => workspaceCommand(noun, usage, description);

  command('list <story>', 'list the relations of a story, by reference such as ENG-17, or by id').action(
    (text: string, options: WorkspaceOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        const { id: storyId } = await findStory(operations, text);
        const found = await operations.list(listRelations, { path: { storyId } });
        output.list(found, columns, 'It has no relations.');
      }),
  );

  command('create', 'relate a story to another: ENG-17 blocks ENG-18')
    .argument('<story>', 'by reference or id')
    .argument('<type>', relationTypes.join(', '), asType)
    .argument('<other>', 'by reference or id')
    .option('--by <member>', 'who relates them (default: PLOTLINE_MEMBER, or the only member)')
    .action((text: string, type: RelationType, other: string, options: WorkspaceOptions & { by?: string }) =>
      withWorkspace(options, async ({ operations, output }) => {
        const [{ id: storyId, reference }, related] = [
          await findStory(operations, text),
          await findStory(operations, other),
        ];
        const author = await findAuthor(operations, options.by);
        const body = { type, relatedStoryId: related.id };
        const relation = await operations.by(author.id).run(createRelation, { path: { storyId }, body });
        output.done(`${reference} ${type.replaceAll('_', ' ')} ${related.reference}.`);
        output.record(relation, output.json ? {} : columns);
      }),
    );

  command('delete', 'end a relation, named by its stories and type')
    .argument('<story>', 'by reference or id')
    .argument('<type>', relationTypes.join(', '), asType)
    .argument('<other>', 'by reference or id')
    .option('-y, --yes', 'skip the confirmation')
    .action(
      (text: string, type: RelationType, other: string, options: WorkspaceOptions & { yes?: boolean }) =>
        withWorkspace(options, async ({ operations, output }) => {
          const [{ id: storyId, reference }, related] = [
            await findStory(operations, text),
            await findStory(operations, other),
          ];
          const found = await operations.list(listRelations, { path: { storyId } });
          const relation = found.find((one) => one.type === type && one.relatedStoryId === related.id);
          const words = `${type.replaceAll('_', ' ')} ${related.reference}`;
          if (!relation) throw new CommandError(`There is no relation ${reference} ${words}.`);
          await confirm(
            `This permanently deletes the relation "${reference} ${words}".`,
            options.yes ?? false,
          );
          const deleted = await operations.run(deleteRelation, {
            path: { storyId, relationId: relation.id },
          });
          output.done(`${reference} no longer ${words}.`);
          output.record(deleted, {});
        }),
    );
}
