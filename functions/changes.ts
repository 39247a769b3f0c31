import { operationRoute } from '../shared/api/http/operation-route.ts';
import { pipeline } from '../shared/api/http/pipeline.ts';
import { changeOperations } from '../shared/log/index.ts';

export const handler = pipeline(changeOperations.map(operationRoute));
