import { operationRoute } from '../shared/kernel/api/http/operation-route.ts';
import { pipeline } from '../shared/kernel/api/http/pipeline.ts';
import { commentGroup } from '../shared/surface/groups/comments.ts';

export const handler = pipeline(commentGroup.map(operationRoute));
