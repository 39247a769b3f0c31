import { operationRoute } from '../shared/api/http/operation-route.ts';
import { pipeline } from '../shared/api/http/pipeline.ts';
import { analysisOperations } from '../shared/analysis/index.ts';

export const handler = pipeline(analysisOperations.map(operationRoute));
