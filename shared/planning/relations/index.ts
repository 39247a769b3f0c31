import { bulkCreateRelations } from './bulk-create-relations.ts';
import { createRelation } from './create-relation.ts';
import { deleteRelation } from './delete-relation.ts';
import { listRelations } from './list-relations.ts';

export const relationOperations = [listRelations, createRelation, deleteRelation, bulkCreateRelations];
