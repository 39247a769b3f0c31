import { bulkCreateRelations } from './bulk-create-relations.ts';
import { createRelation } from './create-relation.ts';
import { deleteRelation } from './delete-relation.ts';
import { listRelations } from './list-relations.ts';
import { restoreRelation } from './restore-relation.ts';

export const relationOperations = [
  listRelations,
  createRelation,
  deleteRelation,
  restoreRelation,
  bulkCreateRelations,
];
