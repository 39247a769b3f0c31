import { operationRoute } from '../shared/api/http/operation-route.ts';
import { pipeline } from '../shared/api/http/pipeline.ts';
import { moderationOperations } from '../shared/feedback/index.ts';

export const handler = pipeline(moderationOperations.map(operationRoute));
