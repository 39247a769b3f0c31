import { operationRoute } from '../shared/api/http/operation-route.ts';
import { pipeline } from '../shared/api/http/pipeline.ts';
import { commentGroup } from '../shared/groups/comments.ts';

export const handler = pipeline(commentGroup.map(operationRoute));
