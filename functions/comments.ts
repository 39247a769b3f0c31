import { operationRoute } from '../shared/api/http/operation-route.ts';
import { pipeline } from '../shared/api/http/pipeline.ts';
import { commentOperations } from '../shared/comments/index.ts';

export const handler = pipeline(commentOperations.map(operationRoute));
